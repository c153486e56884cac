"""Write the table "What your opponent can know" into the README, from the views' fields: python docs/views.py."""

from pathlib import Path

from playaid.knowledge import table

README = Path(__file__).parent.parent / "README.md"
START, END = "<!-- views -->\n", "<!-- /views -->"

text = README.read_text(encoding="utf-8")
head, rest = text.split(START)
README.write_text(head + START + table() + "\n" + END + rest.split(END, 1)[1], encoding="utf-8")
