"""Split the code of a WebAssembly module into byte streams that compress better.

One stream has the opcodes; the others have the operands by kind, such as constants.  The sizes of
functions are omitted, since the decoder can compute them.  The alignment of a memory access is
stored relative to its natural alignment.  The index of a local variable is replaced by the number
of other locals used since its last use.  ``unpack.js`` reverses all this.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ALIGNMENTS", "NUMBERS", "split"]

#: Indices of streams: opcodes, declarations of locals, the sections before and after the code,
#: indices of locals, alignments.
_BYTES, _DECLARED, _HEAD, _TAIL = 0, 1, 2, 15
_LOCALS: Final = (8, 9, 10)
_ALIGNMENT: Final = 12
#: The first of the 16 streams for constants, which are grouped by the next opcode.
_CONSTANTS: Final = 16
_CODE_SECTION: Final = 10
_JUMP_TABLE: Final = 0x0E
_END: Final = 0x0B
#: Ranges of opcodes (first, last) and the streams of their operands; 0 is a single byte.
NUMBERS: Final = (
    *((0x00, 0x01, ()), (0x02, 0x04, (3,)), (0x05, 0x05, ()), (0x06, 0x06, (3,))),
    *((0x07, 0x09, (6,)), (0x0B, 0x0B, ()), (0x0C, 0x0C, (4,)), (0x0D, 0x0D, (5,))),
    *((0x0E, 0x0E, (6,)), (0x0F, 0x0F, ()), (0x10, 0x10, (7,)), (0x11, 0x11, (6, 6))),
    *((0x18, 0x18, (6,)), (0x19, 0x1B, ()), (0x20, 0x20, (8,)), (0x21, 0x21, (9,))),
    *((0x22, 0x22, (10,)), (0x23, 0x24, (11,)), (0x28, 0x3E, (12, 13)), (0x3F, 0x40, (6,))),
    *((0x41, 0x41, (16,)), (0x42, 0x42, (14,)), (0x43, 0x43, (0,) * 4), (0x44, 0x44, (0,) * 8)),
    (0x45, 0xC4, ()),
)
#: Natural alignments of the memory instructions from 0x28 on, as exponents of two.
ALIGNMENTS: Final = "23230011001122232301012"


def split(module: bytes) -> list[bytes]:
    """Return the byte streams of a module.

    Raises ValueError for an opcode outside ``NUMBERS``.
    """
    numbers = {op: parts for low, high, parts in NUMBERS for op in range(low, high + 1)}
    parts = [bytearray() for _ in range(_CONSTANTS + 16)]
    index = 8

    def read() -> int:
        """Decode the LEB128 number at ``index``, and set ``index`` to the byte after it."""
        nonlocal index
        number = shift = 0
        while True:
            byte = module[index]
            index += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def take(part: int) -> int:
        """Read the number at ``index``, copy its bytes to a stream, and return it."""
        begin = index
        number = read()
        # The next opcode uses the constant, so it shows if that is an address, a mask or a count.
        place = part + (module[index] >> 4) if part == _CONSTANTS else part
        parts[place] += module[begin:index]
        return number

    # Copy all bytes before the first function: other sections and the header of the code section.
    while module[index] != _CODE_SECTION:
        index += 1
        index = read() + index
    index += 1
    end = read() + index
    read()
    parts[_HEAD] += module[:index]

    while index < end:
        body = read() + index
        recent = list(range(128))
        for _ in range(2 * take(_DECLARED)):
            take(_DECLARED)
        while index < body:
            opcode = module[index]
            parts[_BYTES].append(opcode)
            index += 1
            if opcode not in numbers:
                raise ValueError(f"the module has an instruction {opcode:#x}")
            for part in numbers[opcode]:
                if part in _LOCALS:
                    place = recent.index(read())
                    parts[part].append(place)
                    recent.insert(0, recent.pop(place))
                elif part == _ALIGNMENT:
                    parts[part].append(read() ^ int(ALIGNMENTS[opcode - 0x28]))
                elif part == _BYTES:
                    parts[part].append(module[index])
                    index += 1
                else:
                    number = take(part)
                    for _ in range(number + 1 if opcode == _JUMP_TABLE else 0):
                        take(part)
    parts[_TAIL] += module[end:]
    return [bytes(part) for part in parts]
