// Characters that readers replace (spiderpos/text/source.py), and the words and signs of tableaux
// that pages read, longest first, each after the letter of its meaning.  The grammars of tableaux
// (grammars/tableau.lark, grammars/layouts.lark) have more; a test compares what both read.
#pragma once

namespace spiderpos::page {

struct Spelling {
  unsigned sign;
  const char* meant;
};

inline constexpr Spelling SPELLINGS[] = {
    {0x00a0, " "},
    {0x00ad, ""},
    {0x2007, " "},
    {0x200b, ""},
    {0x200c, ""},
    {0x200d, ""},
    {0x2010, "-"},
    {0x2011, "-"},
    {0x2012, "-"},
    {0x2013, "-"},
    {0x2014, "-"},
    {0x2015, "-"},
    {0x202f, " "},
    {0x2060, ""},
    {0x2192, "->"},
    {0x21d2, "->"},
    {0x2212, "-"},
    {0x2660, "s"},
    {0x2661, "h"},
    {0x2662, "d"},
    {0x2663, "c"},
    {0x2664, "s"},
    {0x2665, "h"},
    {0x2666, "d"},
    {0x2667, "c"},
    {0x2794, "->"},
    {0xfe0e, ""},
    {0xfe0f, ""},
    {0xfeff, ""},
};

inline constexpr char SIGNS[] =
    "D(face down)\nD(face-down)\nD(face down\nD(face-down\nD(facedown)\nDface down)\n"
    "Dface-down)\nD(facedown\nDface down\nDface-down\nDfacedown)\nDfacedown\nN(empty)\n"
    "N(space)\nN[empty]\nN[space]\nN(none)\nD██\nD░░\nD▒▒\nD▓▓\nD■■\nD▮▮\nNempty\nNspace\n"
    "N(  )\nD(##)\nD(--)\nD(?\?)\nN(sp)\nD(xx)\nf----\nk....\nN[  ]\nD[##]\nD[**]\nD[--]\n"
    "D[?\?]\nN[sp]\nD[xx]\nNhole\nNnone\nD🂠\nN( )\nD(#)\nD(-)\nD(?)\nD(x)\ne---\nj...\nD[ ]\n"
    "D[#]\nD[*]\nD[?]\nD[x]\ni___\nD|xx\nN∅\nD█\nD░\nD▒\nD▓\nD■\nD□\nD▮\nD##\nN()\nD**\nc--\n"
    "b..\nD::\nQ?\?\nD[]\nN\\/\nh__\nDfd\nNsp\nDxx\nD|x\nD#\nD*\nd-\na.\nD?\nN^\ng_\nDx\n";
inline constexpr char RANK_WORDS[] =
    "Ieight\nMqueen\nHseven\nDthree\nFfive\nEfour\nLjack\nNking\nJnine\nBace\nGsix\nKten\n"
    "Ctwo\nK10\nC2\nD3\nE4\nF5\nG6\nH7\nI8\nJ9\nBa\nLj\nNk\nMq\nKt\n";
inline constexpr char SUIT_WORDS[] =
    "ddiamonds\nddiamond\nhhearts\nsspades\ncclubs\nhheart\nsspade\ncclub\n";
inline constexpr char NUMBER_WORDS[] =
    "Ieight\nHseven\nDthree\nFfive\nEfour\nJnine\nAnone\nBone\nGsix\nKten\nCtwo\nAno\n";
inline constexpr char HIDDEN_WORDS[] =
    "Dface down cards\nDface-down cards\nDface down card\nDface-down card\nDfacedown cards\n"
    "Dfacedown card\nDunknown cards\nDhidden cards\nDunknown card\nDhidden card\n"
    "Ddown cards\nDdown card\nDface down\nDface-down\nDfacedown\nDunknown\nDhidden\nDdown\n";
inline constexpr char LABEL_WORDS[] =
    "ccolumns\nctableau\nccolumn\ncstack\ncpile\nccol\nrrow\nrno\nr#\ncc\ncp\nct\n";
inline constexpr char PILE_WORDS[] =
    "hcard shuffler\ngfoundations\nghome filled\ngfoundation\nrmore\tdeals\nrmore\tpiles\n"
    "rmore deals\nrmore piles\ngcompleted\nhdraw pile\nhdraw-pile\nrmore\tdeal\nrmore\tpile\n"
    "rmore\trows\nrmore deal\nrmore pile\nrmore rows\nhstockpile\ngcomplete\ngfinished\n"
    "rmore\trow\nrmore row\ngremoved\nhundealt\nrdeals\nrpiles\nhstock\nhtalon\nr*\t10\n"
    "r* 10\nrdeal\nhdeck\ngdone\nhhand\nghome\nrpile\nrrows\nrx\t10\nrx 10\nr*10\ngoff\n"
    "rrow\nrx10\n";
inline constexpr char ORDER_WORDS[] =
    "obottom card first\noreversed order\nobottom to top\noreverse order\noright to left\n"
    "otop card last\nobottom first\noupside down\noupside-down\nobottom up\nomirrored\n"
    "otop last\n";

}  // namespace spiderpos::page
