"""Every command of the command line, as it is called where names are hostile (tests/hostile_home.py).

Capital words stand for what the home holds. A command that shows what others named is called so that it does; others
are called so that they refuse what they are given, by its hostile name.
"""

from __future__ import annotations

SHOWS = {
    "approvals approve": ["HOSTILE"],
    "approvals list": [""],
    "approvals reject": ["HOSTILE", "APPROVAL --reason HOSTILE"],
    "approvals show": ["APPROVAL", "HOSTILE"],
    "audit checkpoint": ["--out TARGET"],
    "audit export": ["--out TARGET"],
    "audit show": ["", "--tool HOSTILE"],
    "audit verify": ["", "--checkpoint NOBODY"],
    "calc list": ["DEAL --type HOSTILE"],
    "calc run": ["DEAL HOSTILE HOSTILE=1"],
    "case add-party": ["NOBODY"],
    "case attach": ["CASE PARTY --role HOSTILE --called HOSTILE"],
    "case create": ["HOSTILE --documents ROOM"],
    "case draft": ["CASE DRAFT --name HOSTILE", "CASE NOBODY"],
    "case list": [""],
    "case original": ["CASE HOSTILE --out TARGET"],
    "case show": ["CASE"],
    "claims add": ["DEAL HOSTILE --class FINANCIAL --document SOURCE --quote HOSTILE"],
    "claims list": ["DEAL"],
    "claims show": ["CLAIM"],
    "claims verify": ["DEAL CLAIM", "DEAL HOSTILE"],
    "corpus import": ["ACT"],
    "deal as-of": ["DEAL HOSTILE"],
    "deal assess": ["DEAL", "HOSTILE"],
    "deal create": ["HOSTILE --documents ROOM"],
    "deal extract": ["DEAL"],
    "deal import-claims": ["DEAL CLAIMS"],
    "deal show": ["DEAL"],
    "deal sources": ["DEAL"],
    "deal source": ["DEAL SOURCE --type board_deck --origin HOSTILE --system HOSTILE"],
    "debate resume": ["DEAL HOSTILE"],
    "debate run": ["DEAL --mind HOSTILE"],
    "debate show": ["DEAL HOSTILE"],
    "defects cure": ["DEAL HOSTILE --reason HOSTILE"],
    "defects waive": ["DEAL HOSTILE --reason HOSTILE"],
    "demo": ["HOSTILE"],
    "demo ask": ["HOSTILE"],
    "demo case": ["HOSTILE"],
    "demo deal": ["HOSTILE"],
    "documents amendments": ["MATTER", "HOSTILE"],
    "documents amends": ["MATTER DOCUMENT HOSTILE"],
    "documents boxes": ["MATTER HOSTILE 0 1"],
    "documents changes": ["MATTER HOSTILE"],
    "documents delete": ["MATTER HOSTILE"],
    "documents list": ["MATTER", "HOSTILE"],
    "documents rename": ["MATTER DOCUMENT HOSTILE"],
    "documents reread": ["MATTER", "MATTER --document HOSTILE"],
    "documents section": ["MATTER 1", "MATTER HOSTILE"],
    "documents show": ["MATTER HOSTILE"],
    "facts correct": ["MATTER DOCUMENT governing_law add --quote HOSTILE", "MATTER DOCUMENT HOSTILE reject"],
    "facts show": ["MATTER", "MATTER --quotes", "MATTER --field HOSTILE", "MATTER --html TARGET"],
    "gates decide": ["DEAL HOSTILE HOSTILE --reason HOSTILE"],
    "ingest": ["MATTER ROOM", "MATTER NOBODY"],
    "iql": ["{IS\xa0governing\xa0law\xa0clause} ROOM", "HOSTILE --matter MATTER", "HOSTILE --check"],
    "matter consent": ["MATTER HOSTILE"],
    "matter create": ["HOSTILE"],
    "matter delete": ["HOSTILE"],
    "matter list": [""],
    "matter participants": ["MATTER", "HOSTILE"],
    "matter share": ["MATTER HOSTILE --role counsel"],
    "matter status": ["MATTER active"],
    "matter unshare": ["MATTER HOSTILE"],
    "models check": ["--role HOSTILE"],
    "plans set": ["HOSTILE"],
    "policy check": ["POLICY", "NOBODY"],
    "queries delete": ["HOSTILE"],
    "queries list": [""],
    "queries run": ["HOSTILE"],
    "queries save": ["HOSTILE HOSTILE"],
    "templates": ["HOSTILE"],
    "templates define": ["HOSTILE HOSTILE"],
    "templates remove": ["HOSTILE"],
    "templates show": ["HOSTILE"],
    "templates train": ["HOSTILE --positive CLAUSES", "mine --positive NOBODY"],
    "threads show": ["MATTER THREAD"],
    "tools show": ["HOSTILE"],
    "users add": ["HOSTILE --role ANALYST"],
    "users deactivate": ["HOSTILE"],
    "workspace call": ["HOSTILE", "describe_symbol --args SYMBOL"],
    "workspace demo": ["--root CLAUSES"],
    "workspace run": ["SCRIPT", "SCRIPT --root NOBODY", "NOBODY"],
}
"""Calls after which the hostile words are seen, as escapes, in what is printed."""

CALLED = {
    "ask": ["MATTER HOSTILE"],
    "audit accept-restored": [""],
    "audit rotate-key": [""],
    "calc formulas": [""],
    "calls resolve": ["HOSTILE --outcome success"],
    "calls unresolved": [""],
    "case change-party": ["PARTY DETAILS"],
    "case close": ["HOSTILE"],
    "case delete-party": ["HOSTILE"],
    "case detach": ["CASE HOSTILE"],
    "case drafts": ["CASE"],
    "case message": ["CASE HOSTILE"],
    "case parties": ["CASE"],
    "case pay": ["CASE"],
    "case remask": [""],
    "case resume": ["CASE --note HOSTILE"],
    "case show-party": ["PARTY", "HOSTILE"],
    "case tickets": ["CASE"],
    "corpus query": ["HOSTILE"],
    "debate list": ["DEAL"],
    "defects list": ["DEAL --all"],
    "gates list": ["DEAL --all"],
    "plans show": [""],
    "policy show": [""],
    "report": ["DEAL"],
    "templates list": [""],
    "threads list": ["MATTER"],
    "tools call": ["list_matters", "list_matters --args HOSTILE", "HOSTILE"],
    "tools list": [""],
    "users list": [""],
    "workspace tools": [""],
}
"""Calls that print none of them; what they print is held to the same."""


def arguments_of(command: str, call: str, stands_for: dict[str, str]) -> list[str]:
    """The command line: the command's words, then the call's, each with what it stands for in its place."""
    parts = [part.replace("\xa0", " ") for part in call.split(" ") if part]
    return [*command.split(), *(_filled(part, stands_for) for part in parts)]


def _filled(part: str, stands_for: dict[str, str]) -> str:
    if part in stands_for:
        return stands_for[part]
    return part.replace("HOSTILE=", f"{stands_for['HOSTILE']}=")
