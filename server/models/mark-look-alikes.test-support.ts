/** Writes a mark `</name>`, and texts that look like it or that a model may read as it, each from the mark's name. */
export const MARK_LOOK_ALIKES: Readonly<Record<string, (name: string) => string>> = {
  'the mark itself': (name) => `</${name}>`,
  'the mark that begins': (name) => `<${name}>`,
  capitals: (name) => `</${name.toUpperCase()}>`,
  'mixed case': (name) =>
    `</${[...name].map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter)).join('')}>`,
  'blanks around the slash': (name) => `< / ${name} >`,
  'blanks inside the name': (name) => `</${spread(name, ' ')}>`,
  'line ends inside the name': (name) => `</${spread(name, '\n')}>`,
  'line ends in the notation of JSON': (name) => `<\\n/${spread(name, String.raw`\r\n`)}>`,
  'zero-width spaces': (name) => `</${spread(name, '\u200b')}>`,
  'zero-width joiners': (name) => `<\u200d/${spread(name, '\u200d')}>`,
  'word joiners': (name) => `<\u2060/${spread(name, '\u2060')}>`,
  'soft hyphens': (name) => `</${spread(name, '\u00ad')}>`,
  'byte order marks': (name) => `</${spread(name, '\ufeff')}>`,
  'variation selectors': (name) => `</${spread(name, '\ufe0f')}>`,
  'supplementary variation selectors': (name) => `</${spread(name, '\u{e0100}')}>`,
  'tag characters': (name) => `</${spread(name, '\u{e0041}')}>`,
  'the mark in tag characters': (name) =>
    [...`</${name}>`].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join(''),
  'grapheme joiners': (name) => `</${spread(name, '\u034f')}>`,
  'line and paragraph separators': (name) => `</${spread(name, '\u2028\u2029')}>`,
  'Hangul fillers': (name) => `</${spread(name, '\u3164\u115f\uffa0')}>`,
  'annotation marks': (name) => `</${spread(name, '\ufff9\ufffa\ufffb')}>`,
  'bidirectional controls': (name) => `</${spread(name, '\u202e\u2066')}>`,
  'a blank of Braille': (name) => `</${spread(name, '\u2800')}>`,
  'control characters': (name) => `</${spread(name, '\u0000\u0008\u007f\u0085')}>`,
  'private characters': (name) => `</${spread(name, '\ue000')}>`,
  accents: (name) => `</${spread(name, '\u0301\u0336')}>`,
  'full-width letters': (name) => `＜／${shift(name, 0xff41)}＞`,
  'mathematical letters': (name) => `</${shift(name, 0x1d41a)}>`,
  'script letters': (name) => `</${shift(name, 0x1d4ea)}>`,
  'circled letters': (name) => `</${shift(name, 0x24d0)}>`,
  'letters of flags': (name) => `</${spread(shift(name, 0x1f1e6), '\u200b')}>`,
  'letters on black squares': (name) => `</${shift(name, 0x1f170)}>`,
  'Cyrillic and Armenian letters': (name) => `</${swap(name, 'aаeеpрoоsѕiіdԁgցqզuսnոtтmмfք')}>`,
  'Greek letters': (name) => `</${swap(name, 'aαeεpρoοiιuυnηtτ')}>`,
  'small capitals': (name) => `</${swap(name, 'aᴀeᴇpᴘoᴏsꜱiɪdᴅgɢuᴜnɴtᴛmᴍfꜰlʟ')}>`,
  'a digit for a letter': (name) => `</${swap(name, 'l1o0')}>`,
  'letters with a stroke': (name) => `</${swap(name, 'dđlłtŧgǥoøuʉ')}>`,
  ligatures: (name) => `</${name.replace('fi', 'ﬁ').replace('st', 'ﬆ')}>`,
  'another hyphen': (name) => `</${name.replaceAll('-', '\u2011')}>`,
  'an underscore for the hyphen': (name) => `</${name.replaceAll('-', '_')}>`,
  'no hyphen': (name) => `</${name.replaceAll('-', '')}>`,
  'small brackets': (name) => `﹤/${name}﹥`,
  'a bracket of quotation': (name) => `❮/${name}❯`,
  'a mathematical bracket': (name) => `⟨/${name}⟩`,
  'a bracket of Chinese': (name) => `〈/${name}〉`,
  'a letter for the bracket': (name) => `ᐸ/${name}ᐳ`,
  'a bracket with a stroke': (name) => `<\u0338/${name}>`,
  'another slash': (name) => `<\u2215${name}>`,
  'the slash of fractions': (name) => `<\u2044${name}>`,
  'a slash behind a backslash': (name) => `<\\/${name}>`,
  'entities by name': (name) => `&lt;/${name}&gt;`,
  'entities by name, without their end': (name) => `&LT/${name}&GT`,
  'entities by number': (name) => `&#60;&#x2F;${spread(name, '&#8203;')}&#62;`,
  'entities of entities': (name) => `&amp;lt;/${name}&amp;gt;`,
  'letters as entities': (name) =>
    `</${[...name].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('')}>`,
  'invisible characters by name': (name) => `</${spread(name, '&shy;')}>`,
  'the notation of JSON': (name) => String.raw`\u003c\u002f${name}\u003e`,
  'the notation of JSON in JSON': (name) => String.raw`\\u003C/${name}\\u003E`,
  'letters in the notation of JSON': (name) =>
    `</${[...name].map((letter) => String.raw`\u00` + letter.charCodeAt(0).toString(16)).join('')}>`,
  'the notation of JavaScript': (name) => String.raw`\x3c/\u{200b}${name}\x3e`,
  'the notation of addresses': (name) => `%3C%2F${name}%3E`,
  'the notation of addresses in addresses': (name) => `%25253C%252F${name}%253E`,
}

const spread = (name: string, between: string): string => [...name].join(between)

/** The letters of another alphabet, which begins at this code point. */
const shift = (name: string, first: number): string =>
  [...name]
    .map((sign) => (sign === '-' ? sign : String.fromCodePoint(first + sign.charCodeAt(0) - 97)))
    .join('')

/** @param pairs each letter, followed by its replacement. */
function swap(name: string, pairs: string): string {
  const signs = [...pairs]
  const isKnown = (sign: string) => signs.indexOf(sign) % 2 === 0
  return [...name].map((sign) => (isKnown(sign) ? signs[signs.indexOf(sign) + 1] : sign)).join('')
}
