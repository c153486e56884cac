"""Write the golden messages anew, for review: cd tests && python -m hostile."""

from test_hostile import GOLDEN, golden_messages

GOLDEN.write_text(golden_messages(), encoding="utf-8")
