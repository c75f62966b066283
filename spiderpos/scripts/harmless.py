"""The words of running text by which it's told whether a move is made.

What may lead to it, and what may follow it; other words than these make it doubtful.  And those
that condemn, correct or replace a move, so that their neighbours don't count.  Here are the words
alone: what follows from them is said where they are used (:mod:`spiderpos.scripts.doubts` within a
sentence, :mod:`spiderpos.scripts.context` around it).  The words by which a whole sentence is only
supposed stand in ``grammars/prose.lark``.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "ADVERBS",
    "ALTERNATIVE",
    "AND",
    "ANNOUNCES",
    "ANOTHER_LINE",
    "BEGINS",
    "BEGIN_ELSEWHERE",
    "CLOSING",
    "CONDEMNS",
    "CORRECTION",
    "DENIES",
    "FREES",
    "GOES_BACK",
    "GOES_ON",
    "IMPERATIVES",
    "IS_SAID",
    "LABELS",
    "LEADERS",
    "LEADS_ON",
    "LINES_OF_PLAY",
    "NOT_YET",
    "OF_ALL",
    "OF_ANOTHER_GAME",
    "OPENINGS",
    "OTHERS",
    "OUT_OF_ORDER",
    "OWN_MATTERS",
    "PARAGRAPH_ENDS",
    "POINTERS",
    "POSSIBILITIES",
    "PRAISE",
    "PREFERS",
    "PREPOSITIONS",
    "REST",
    "RESTARTS",
    "RESULT",
    "SAYS_OF_IT",
    "SUBJECTS",
    "WAS_ANOTHER_GAME",
    "WAS_IN_ANOTHER_GAME",
    "WE_HAVE",
    "WHO",
    "WILL",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Who moves.
WHO: Final = _words("i i'll i've i'm we we'll we've we're you you'll you've you're let's")
#: What else begins a clause of its own that leads to moves.
OPENINGS: Final = _words("here here's proceed continue")
#: What a move can be called that only a list, or "moving ...", says: no sentence about it.
SUBJECTS: Final = WHO | _words("here here's")
ADVERBS: Final = _words("again now next here then so thus also")
#: Before "moving" these make no move of it: "with moving", "after moving".
PREPOSITIONS: Final = _words("after all at for in into of on onto through to with")
#: But "we begin with the Jh from 8 to 9" does.
BEGINS: Final = _words(
    "start starts started starting begin begins began beginning continue continues continued"
    " continuing proceed proceeds proceeding go goes going went on ahead open opens opening"
    " keep keeps finish play plays"
)
#: With what a sentence about a move begins.
POINTERS: Final = _words("this that these those it it's that's there there's one")
#: Words that may lead to a move.
LEADERS: Final = WHO | _words(
    """
    let us me my our one it it's there here here's this that that's these those which who
    will shall do did am are were be been being have has having
    now then next so thus hence therefore thereby accordingly consequently also still
    after afterward afterwards subsequently followed later again even already instead meanwhile
    first firstly second secondly third thirdly fourth fifth last lastly finally eventually
    ultimately immediately instantly promptly quickly directly simply just straight straightaway
    right away simultaneously together luckily fortunately conveniently safely happily
    start starts started starting begin begins began beginning continue continues continued
    continuing proceed proceeds proceeding go goes going gone went keep keeps on ahead
    revert return returning following turn turns step steps round time
    line main key only best natural obvious correct winning forced single simple
    move moves play plays solution answer sequence number no. nr
    to in at with of for from onto into the a an and all both two three four five
    column columns pile piles stack space spaces card cards finish finishing
    game problem puzzle conundrum particular position tableau diagram board
    hearts spades clubs diamonds
    get gets got getting gain gains gaining regain regaining free frees clear clears clearing make
    makes making open opens opening way back top bottom left work works worked working dig digs
    digging through empty emptying new black red own course
    end minute moment while bit went find found think carefully slowly patiently gladly easily
    cleverly neatly calmly boldly bravely temporarily gradually gently reluctantly hurriedly merely
    chance chanced happen happens happened assume assumed
    voila ok okay well yes please actually indeed really clearly obviously naturally
    """
)
#: Words that may stand besides before a colon.
LABELS: Final = LEADERS | _words(
    """
    ways follows as thusly easy job finish what how undo see gathering dredging previous approach
    try described earlier
    very bit available keeping up out down many list follow below like details
    some more look looks reach reaches ready complete full whole entire order case example things
    everything everybody
    """
)
#: A label with one of these leads to moves, whatever else it says that is no doubt.
LEADS_ON: Final = _words(
    """
    solution solutions answer move moves line sequence version walkthrough walk-through log steps
    play continuation spoiler spoilers recipe procedure follows following this these here here's
    rest now
    """
)
#: Of these a label that isn't understood begins another line, where moves stand before it.
LINES_OF_PLAY: Final = _words(
    """
    solution solutions answer line sequence version walkthrough walk-through log play continuation
    recipe procedure
    """
)
#: But moves of others are no moves of the text.
OTHERS: Final = _words("he she they his her their your nobody someone somebody anyone")
#: These of them lead elsewhere if a clause begins with them: "to move ... we need", "undo: ...".
BEGIN_ELSEWHERE: Final = _words("to is was who undo down out")
#: With what a label begins that lists what could be done: "There are three moves: ...".
POSSIBILITIES: Final = re.compile(
    r"(?:there\s+(?:are|were)\b|(?:the\s+)?available\b|possible\b|(?:moves?|options?)\s+available\b|(?:choose|pick|(?:either\s+)?one\s+of)\b|(?:(?:i|we|you)\s+(?:have|had)\s+)?"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|several|many|\d{1,2})\s+\w)",
    re.IGNORECASE,
)
#: With what a clause begins that says something of its own: "; the space is needed".
OWN_MATTERS: Final = _words("the now still then a an at in with there here all so thus what why")
#: What may be said behind a move besides: "Nice!".
PRAISE: Final = _words(
    """
    nice good great excellent perfect easy done solved finished finish won win wins victory success
    bingo hooray hurray yay wow phew whew relief presto neat clever lovely beautiful fine progress
    fun magic tada qed q.e.d end thanks thank cheers regards enjoy luck lucky what how why rest
    obvious trivial empty available look looks like solves complete completed left remain remains
    lies there now
    """
)
_COUNT: Final = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|a\s+dozen)"
#: A sentence that only ends a text: "Please check.", "Six moves - not bad.".
CLOSING: Final = re.compile(
    r"(?:please\s+(?:check|verify|confirm|comment)"
    r"|(?:any\s+)?(?:comments?|corrections?|improvements?|thoughts?|questions?)(?:\s+(?:are\s+)?welcome)?"
    r"|(?:pretty|nice|neat|cute|clever|easy|simple),?\s+(?:eh|huh|right|isn['\u2019]?t\s+(?:it|that))"
    rf"|(?:that['\u2019]?s\s+|only\s+|just\s+|in\s+)?{_COUNT}\s+moves?(?:\s+in\s+(?:all|total))?"
    r"(?:\s*[-,\u2013\u2014]+\s*not\s+(?:too\s+|so\s+|half\s+)?bad)?"
    r"|(?:cheers|thanks|regards|best|greetings),\s+(?!no)(?-i:[A-Z])\w+)(?=\s*(?:[.!?]|\Z))",
    re.IGNORECASE,
)
#: These lead to a move, but alone they go back on it.
GOES_BACK: Final = _words("no no. nr back return returning revert round around")
#: What denies a move in a remark behind it.
DENIES: Final = re.compile(
    r"\b(?:or|if|unless|could|would|should|might|maybe|perhaps|can['\u2019]?t|cannot|won['\u2019]?t"
    r"|doesn['\u2019]?t|didn['\u2019]?t|isn['\u2019]?t|and\s+back|sorry|oops|correction|crossed"
    r"|typo|make\s+(?:that|it)|meant|rather)\b"
    r"|\A[\s.!,;(#]*no\s*[,:;]",
    re.IGNORECASE,
)
#: Where a paragraph ends.
PARAGRAPH_ENDS: Final = re.compile(r"[^\S\n\x1e]*(?:\n[^\S\n\x1e]*\n|\x1e|\Z)")
#: With what a sentence begins that is about what follows it: "The following doesn't work."
ANNOUNCES: Final = re.compile(
    r"[\W_]{0,80}+(?:the\s+following|here(?:['\u2019]s|\s+is|\s+are)|don['\u2019]?t|do\s+not|never|two|three|four|some"
    r"|these|what\s+(?:not|does|did|went|fails))\b",
    re.IGNORECASE,
)
#: With what a sentence begins that tells how things are now: "Now we have two spaces".
WE_HAVE: Final = re.compile(
    r"(?:(?:now|then|so|here|and)\s+)*(?:we|i|you)\s+(?:(?:now|still|only|then|thus)\s+)*"
    r"(?:have|had|need|needed|see|saw|get|got|gain|gained)\b(?!\s+(?:to|been|not|no\s+idea)\b)",
    re.IGNORECASE,
)
#: With what a sentence begins that is about what comes before the moves of the one before.
OUT_OF_ORDER: Final = re.compile(
    r"[\W_]{0,80}+(?:but\s+)?(?:first\b(?!\s+of\b)|before\s+(?:that|this|it|then|we|i|you)\b|beforehand\b|prior\s+to\b)",
    re.IGNORECASE,
)
#: With what a sentence begins that says another move instead.
ALTERNATIVE: Final = re.compile(
    r"[\W_]{0,80}+(?:vs|versus|alternative(?:ly)?|instead(?!\s+of))\b", re.IGNORECASE
)
#: With what a sentence begins that prefers another move: "Correct would be ...".
PREFERS: Final = re.compile(
    r"[\W_]{0,80}+(?:the\s+)?(?:correct|right|better|proper|true|real)(?:\s+(?:move|play|way|one|line|idea))?"
    r"\s*(?:is|was|would|:)",
    re.IGNORECASE,
)
#: Behind a card that is said to be turned up, but not by what was moved.
NOT_YET: Final = re.compile(
    r"\s+(?:next\s+time|later|soon|eventually|some\s+day|one\s+day|by\s+the\s+next|in\s+the\s+end|if|when)\b",
    re.IGNORECASE,
)
#: Before a card that is turned up another time.
WILL: Final = re.compile(
    r"\b(?:will|['\u2019]ll|eventually|later|next\s+move)\b[^.,;:!?]*\Z", re.IGNORECASE
)
#: What a title says of moves that aren't made.
CONDEMNS: Final = re.compile(
    r"(?:wrong|bad|worse|worst|false|los(?:t|e|es|er|ing)|fail(?:s|ed|ing|ure)?|blunders?|mistakes?"
    r"|errors?|avoid|illegal|impossible|instead|alternative(?:ly|s)?|tries|tried|traps?|fallacy"
    r"|reject\w*|against|cancel\w*|kidding|joking|retract\w*|revers\w*|undid|undoing|nonsense|forget"
    r"|ignore|scrap|skip|useless|considered|thought|suggest\w*|propos\w*|planned|wanted|hoped|missed"
    r"|overlooked|than|flaws?|trouble|hints?"
    r"|no|not|never|don['\u2019]?t|attempts?|dead|stuck|hopeless|refuted|refutation|unsound|undo|undone|cooks?)\b",
    re.IGNORECASE,
)
_LINE_OF_PLAY = (
    r"(?:solution|line|try|attempt|way|answer|method|variation|variant|option|possibility|version"
    r"|approach|idea|problem|puzzle|game|position|case)"
)
#: With what another line of play begins, or one from an earlier position.
ANOTHER_LINE: Final = re.compile(
    r"[\W_]{0,80}+(?:(?:(?:the|an?|next|new|another)\s+)*(?:problem|puzzle|diagram|example|exercise|answer)\b"
    r"[^.!?:\n]{0,20}:|(?:my|our|\w+['\u2019]s)\s+(?:own\s+)?(?:solution|line|answer|version|way)\b[^.!?:\n]{0,20}:"
    r"|(?:(?:the|my|our|an?)\s+)?(?:"
    rf"(?:second|third|fourth|fifth|other|another|alternative|2nd|3rd|4th)\s+{_LINE_OF_PLAY}\b"
    rf"|{_LINE_OF_PLAY}\s+(?:#|no\.?\s*|number\s+)?(?:[2-9]|\d\d|two|three|four|ii+|iv|[b-h])(?![\w-])"
    r"))",
    re.IGNORECASE,
)
#: With what a sentence begins that goes back to an earlier position.
RESTARTS: Final = re.compile(
    r"[\W_]{0,80}+(?:(?:back|again)\s+(?:at|from|to)\s+the\s+(?:start|beginning|diagram)\b"
    r"|from\s+the\s+(?:start|beginning|diagram)(?=\s*[,:]|\s+(?:we|i|the|\d|[AJQKT][cdhs-]))|the\s+(?:second|next|third|other)\s+time\b"
    r"|(?:(?:then|now|and|so|we|i|you|let's|let\s+us)\s+)*(?:return|revert|go|start|begin)(?:ing|s)?"
    r"(?:\s+(?:over|again|back|anew))*\s+(?:to|from)\s+(?:the|our|this)\s+(?:\w+\s+){0,2}"
    r"(?:diagram|start|beginning)\b)",
    re.IGNORECASE,
)
#: Words that may go on behind a move that no verb in the clause says is made.
REST: Final = LEADERS | _words("suit two three four yields nice win")

_VERBS: Final = (
    r"(?:accommodate|allow|arrange|avoid|begin|bring|build|bury|clean|clear|combine|complete"
    r"|consolidate|cover|create|dig|empty|enable|expose|extend|fill|find|finish|form|free|gain"
    r"|gather|get|give|help|join|keep|leave|lengthen|let|make|match|obtain|open|permit|place"
    r"|prepare|prevent|produce|put|reach|rearrange|recover|reduce|regain|release|remove|rescue"
    r"|restore|reunite|reveal|save|see|separate|set|simplify|sort|start|tidy|try|turn|uncover"
    r"|unblock|unite|use|win|move|play)"
)
_MAKING: Final = (
    r"(?:adding|allowing|arranging|bringing|building|burying|clearing|combining|completing"
    r"|covering|creating|digging|emptying|enabling|exposing|extending|filling|finishing|forming"
    r"|freeing|gaining|gathering|getting|giving|joining|keeping|leaving|lengthening|letting"
    r"|making|matching|obtaining|opening|preparing|producing|putting|reaching|recovering"
    r"|regaining|releasing|restoring|reuniting|revealing|saving|setting|showing|tidying"
    r"|unblocking|uncovering|uniting|using|winning|yielding|thus|thereby|which)"
)
_ADVERB = (
    r"(?:\w+ly|now|then|also|just|thus|again|already|in\s+turn|at\s+once|even|still|first|all)"
)
#: The verb of what is said of a move: "it loses".  What else follows is a noun: "this time".
_PREDICATE = (
    r"(?:(?!(?:this|as|across|always|besides|spades|clubs|hearts|diamonds)\b)\w+s|\w+ed|was|were|are"
    r"|cannot|\w+n['\u2019]t|would|will|can|could|may|might|must|should|cost|lost|led|lose|fail)"
)
_BEING = r"(?:['\u2019]s|\s*\b(?:is|was|are|were|will\s+be|(?:has|had)\s+been))"
#: What a move does that is made.
_FREES = (
    rf"(?:(?:will|can)\s+)?(?:(?:{_VERBS}|leave|mean|lie|stand|rest|go|come|yield|work|look|seem|fit"
    r"|lead|require|remain|include|follow|bring)(?:e?s|e?d)?"
    r"|allows?|gave|left|meant|made|got|brought|took|won|came|went|lay|stood|led|empties|emptied"
    r"|tidies|unburies|joins|uncovers|digs|dug|kept|buries|buried|frees|freed|gets|puts|lets|sets)"
)
#: What may follow a move, from the beginning of a clause or right behind it.
GOES_ON: Final = re.compile(
    rf"(?:so\s+as\s+to|in\s+order\s+to|to)\s+(?:\w+ly\s+|then\s+|also\s+)?{_VERBS}\b"
    rf"|{_MAKING}\b|in\s+order\s+that\b|so\s+(?:that|we|you|i)\b|so\s*[,:;.]"
    r"|(?:again|now|first|next|too|also|instead|anyway|immediately|afterwards?|again"
    r"|right\s+away|at\s+once|as\s+well|for\s+now|for\s+the\s+moment|after\s+that"
    r"|simultaneously|quickly|safely|of\s+course)\s*(?=[,.;:!]|$|and\b|then\b|to\b|turning\b)"
    r"|with\s+(?:the|a|an|this|that|two|three|one|our|all)\b"
    r"|for\s+(?!an?\s+(?:\w+\s+)?(?:loss|defeat|disaster)\b)(?:the|a|an|another|this|our|more|now|later|two|three)\b"
    r"|(?:because|since|while|where|before|instead\s+of|rather\s+than|without)\b"
    r"|that['\u2019]s\s+(?:all|it)\b|after\s+(?:that|this|which)\b|followed\s+by\b|on\s+the\s+way\b|in\s+(?:this|that|the|a|column|turn)\b|(?:and|then|finally)\b",
    re.IGNORECASE,
)
#: What may follow "and" behind a move: what comes of it.
AND: Final = re.compile(
    r"(?:then\s+|so\s+|thus\s+|again\s+|now\s+|finally\s+|also\s+|next\s+)*"
    r"(?:reach|get|gain|regain|win|have|has|had|got|gained|expose|uncover|free|clear|empty|open"
    r"|complete|finish|see|hope|use|begin|start|continue|proceed|go\s+on|so\s+on|make|dig"
    r"|clean|turn|rest|wait|stop|look|think|end|come|try|go|voila|lo\b|presto|that's\s+it|here|reveal|done|thereby|with|by|in\s+column"
    r"|in\s+a\s+moment|column\s+\d+\s+(?:is|was)\s+(?:now\s+|then\s+)?(?:empty|free|open|clear)|that['\u2019]s\s+all)(?:e?s|ed|ing)?\b",
    re.IGNORECASE,
)
#: What comes of a move, said of it: "removing the hearts gives us a second space".
RESULT: Final = re.compile(
    r"(?:(?:this|that|it|which)\s+)?(?:(?:gives?|gave|yields?|leaves?|gets|brings)(?:\s+(?:us|me|you))?"
    r"|leads\s+to|would\s+(?:give|yield|leave)(?:\s+us)?(?=\s+(?:this|the\s+following)\b))"
    r"(?:\s*:|\s+(?:(?:an?|the|our|one|two|three|another|first|second|third|new|free|empty|more|this|following)"
    r"\s+)*(?:this|following|spaces?|position|tableau|cards?|columns?)\b)"
    r"(?=\s*(?:[.,;:!?)]|$|-|(?:in|and|to|again|back|at|which|so)\b))",
    re.IGNORECASE,
)
#: What a clause begins with in which a verb in its plain form says what is done.
IMPERATIVES: Final = _words(
    "move put place play shift bring take remove deal transfer slide drop send lay"
)
#: With what a sentence begins that judges the one before: "It loses.", "None of them is good."
SAYS_OF_IT: Final = re.compile(
    r"""["'\s\u2013\u2014-]{0,80}(?:(?:but|and|yet|now|then|however|alas|unfortunately|sadly|still)\b[\s,]*)*"""
    r"(?P<of>it|that|this|which|these|those|they|both|all|none|neither)\b"
    r"(?:\s+(?:of\s+(?:these|those|them)|line|move|moves|idea|try|attempt|play|one|two|three)\b)*"
    rf"(?=(?:\s+{_ADVERB})*(?:\s+{_PREDICATE}\b|['\u2019]s\b))(?:\s+{_ADVERB}\b)*\s*",
    re.IGNORECASE,
)
#: Of these words, those that speak of all moves in the sentences before.
OF_ALL: Final = _words("these those they both all none neither")
FREES: Final = re.compile(
    rf"{_FREES}\b(?!\s+(?:\w+\s+)?(?:no|nothing|nowhere|little|stuck|lost|trouble)\b)",
    re.IGNORECASE,
)
IS_SAID: Final = re.compile(_BEING, re.IGNORECASE)
_OTHER: Final = r"(?:other|different|old|older|previous|earlier|last|first|second)"
_IN_ANOTHER_GAME: Final = (
    rf"in\s+(?:(?:another|(?:an?|the|my|our|his|her)\s+(?:\w{{1,20}}\s+)?{_OTHER})\s+(?:game|version)"
    r"|the\s+(?:game|version)\s+before)\b"
)
#: What follows a move that is none of the text's own, or done before the one that it follows.
OF_ANOTHER_GAME: Final = re.compile(
    rf"{_IN_ANOTHER_GAME}|before\s+(?:it|that|this|them)(?=\s*[.,;!?])", re.IGNORECASE
)
#: The same in a clause of its own.
WAS_IN_ANOTHER_GAME: Final = re.compile(
    rf"(?:that|this|it|these|both)\s+(?:was|were|is|are)\s+{_IN_ANOTHER_GAME}", re.IGNORECASE
)
#: And behind "but".
WAS_ANOTHER_GAME: Final = re.compile(
    rf"(?:that|this|it)\s+was\s+(?:then(?=\s*[.,;!?])|(?:another|(?:an?|the|my|our)\s+{_OTHER})\s+game\b)"
    r"|(?:that|the|this|my)\s+order\s+(?:is|was)\s+wrong\b",
    re.IGNORECASE,
)
#: What corrects the sentence before.
CORRECTION: Final = re.compile(
    r"""["'\s\u2013\u2014-]{0,80}(?:(?:no|oops|sorry|wait|correction|ouch|rather|whoops|nope|hmm|ugh"""
    r"""|er|uh|oh\s+no|my\s+mistake"""
    r"""|(?:(?:what\s+)?an?\s+|that's\s+|that\s+is\s+)?(?:wrong|bad|blunder|mistake|pity)"""
    r"""|actually\s+no|i\s+mean(?:t)?|(?:it's\s+)?no\s+good|undo(?:\s+(?:this|that|it))?"""
    r"""|my\s+bad|(?:having\s+)?und(?:oing|one|id)\s+(?:this|that|it|them)"""
    r"""|(?:and\s+)?back(?:\s+again)?|not\s+(?:so|good|legal|possible|allowed))\b\s*[,.!:;\u2013\u2014-]"""
    r"""|(?:(?:(?:i|we)\s+)?(?:take|took|move|put)\s+(?:it|this|that|them)\s+back|(?:take|takes|taking|took)\s+(?:it|this|that|them|both|all)\s+back|make\s+that|make\s+it\s+\d+|or\s+rather|or\s+not|i\s+mean|i\s+meant|sorry|no\s+wait"""
    r"""|[^.!?\n]{0,80}\b(?:(?:cross|scrap|scratch|strike|take|took)\s+(?:it|this|that|them|both)\s+(?:out|back)"""
    r"""|(?:scrap|scratch|strike)\s+that)|however,?\s+(?:i|we)\s+(?:move|put|play|place|shift)d?)\b)""",
    re.IGNORECASE,
)
