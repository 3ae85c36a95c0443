import fc from 'fast-check'

/**
 * Each character of Unicode, as a unit of `fc.string`. The library's own `binary` puts all of them into a map
 * first, which takes a second in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
