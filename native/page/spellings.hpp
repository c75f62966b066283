// What readers take a character for (spiderpos/text/source.py).
// `python native/spellings.py` writes this file.
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

}  // namespace spiderpos::page
