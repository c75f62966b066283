"""The code of a WebAssembly module in parts that pack better: opcodes, and their numbers by kind.

``packed.js`` puts it together again.  A module that has other instructions than :data:`NUMBERS`
is refused.
"""

from __future__ import annotations

from typing import Final

__all__ = ["NUMBERS", "split"]

#: The parts of opcodes and other bytes, of the sizes of functions, and of what is no code.
_BYTES, _SIZES, _HEAD, _TAIL = 0, 1, 2, 12
_CODE_SECTION: Final = 10
_JUMP_TABLE: Final = 0x0E
#: Ranges of opcodes, and the parts of the numbers that follow one; 0 is a byte as it is.
NUMBERS: Final = (
    *((0x00, 0x01, ()), (0x02, 0x04, (3,)), (0x05, 0x05, ()), (0x06, 0x06, (3,))),
    *((0x07, 0x09, (4,)), (0x0B, 0x0B, ()), (0x0C, 0x0D, (4,)), (0x0E, 0x0E, (4,))),
    *((0x0F, 0x0F, ()), (0x10, 0x10, (5,)), (0x11, 0x11, (4, 4)), (0x18, 0x18, (4,))),
    *((0x19, 0x1B, ()), (0x20, 0x22, (6,)), (0x23, 0x24, (7,)), (0x28, 0x3E, (8, 9))),
    *((0x3F, 0x40, (4,)), (0x41, 0x41, (10,)), (0x42, 0x42, (11,))),
    *((0x43, 0x43, (0,) * 4), (0x44, 0x44, (0,) * 8), (0x45, 0xC4, ())),
)


def split(module: bytes) -> list[bytes]:
    """Return the parts of a module; ValueError for an instruction that isn't known."""
    numbers = {op: parts for low, high, parts in NUMBERS for op in range(low, high + 1)}
    parts = [bytearray() for _ in range(_TAIL + 1)]
    index = 8

    def take(part: int) -> int:
        """Take a number (of the opcodes, a byte) into a part, and return it."""
        nonlocal index
        number = shift = 0
        while True:
            byte = module[index]
            index += 1
            parts[part].append(byte)
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 or part == _BYTES:
                return byte if part == _BYTES else number

    # The sections before the code; the head of its own, and the number of functions.
    while module[index] != _CODE_SECTION:
        index += 1
        index = take(_SIZES) + index
    index += 1
    end = take(_SIZES) + index
    take(_SIZES)
    parts[_SIZES].clear()
    parts[_HEAD] += module[:index]

    while index < end:
        body = take(_SIZES) + index
        for _ in range(2 * take(_SIZES)):
            take(_SIZES)
        while index < body:
            opcode = take(_BYTES)
            if opcode not in numbers:
                raise ValueError(f"the module has an instruction {opcode:#x}")
            for part in numbers[opcode]:
                number = take(part)
                for _ in range(number + 1 if opcode == _JUMP_TABLE else 0):
                    take(part)
    parts[_TAIL] += module[end:]
    return [bytes(part) for part in parts]
