/** Names of the characters from U+00A0 on, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn ' +
  'sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave ' +
  'Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN ' +
  'szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute ' +
  'icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml ' +
  'yacute thorn yuml'
/** Names of the letters from Α on; the capitals have none between rho and sigma. */
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho . Sigma ' +
  'Tau Upsilon Phi Chi Psi Omega . . . . . . . alpha beta gamma delta epsilon zeta eta theta iota ' +
  'kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'
/** Each name before its character. */
const OTHERS =
  'amp & lt < gt > quot " apos \' lpar ( rpar ) lsqb [ rsqb ] lbrace { rbrace } colon : semi ; ' +
  'comma , period . excl ! quest ? num # dollar $ percnt % ast * plus + equals = sol / bsol \\ ' +
  'lowbar _ grave ` vert | commat @ hat ^ OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ ' +
  'tilde ˜ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f ' +
  'hyphen ‐ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ ' +
  'bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ ' +
  'weierp ℘ real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ ' +
  'rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ ' +
  'minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ ' +
  'cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ ' +
  'perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ ' +
  'diams ♦ check ✓ cross ✗ star ☆ thetasym ϑ upsih ϒ piv ϖ Tab \t NewLine \n'
const FIRST_LATIN = 0xa0
const FIRST_GREEK = 0x391

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][\dA-Za-z]*));/y
const REPLACEMENT = '\ufffd'
const LAST_CODE_POINT = 0x10ffff

let named: ReadonlyMap<string, string> | undefined

function createNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const addRange = (list: string, first: number): void =>
    list.split(' ').forEach((name, index) => names.set(name, String.fromCharCode(first + index)))
  addRange(LATIN, FIRST_LATIN)
  addRange(GREEK, FIRST_GREEK)
  const others = OTHERS.split(' ')
  others.forEach((name, index) => {
    if (index % 2 === 0) names.set(name, others[index + 1] ?? '')
  })
  return names
}

/** The character reference at `at`, if it is numeric or has a common name. */
export function readReference(
  text: string,
  at: number,
): { text: string; length: number } | undefined {
  REFERENCE.lastIndex = at
  const found = REFERENCE.exec(text)
  if (found === null) return undefined
  const [raw, decimal, hex, name] = found
  const char = name === undefined ? fromNumber(decimal, hex) : (named ??= createNames()).get(name)
  return char === undefined ? undefined : { text: char, length: raw.length }
}

function fromNumber(decimal: string | undefined, hex: string | undefined): string {
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10)
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code === 0 || code > LAST_CODE_POINT || isSurrogate
    ? REPLACEMENT
    : String.fromCodePoint(code)
}

/** Replaces numeric and the common named character references; others stay as they are. */
export function decodeEntities(text: string): string {
  let decoded = ''
  let done = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    const found = readReference(text, at)
    if (found === undefined) continue
    decoded += text.slice(done, at) + found.text
    done = at + found.length
  }
  return decoded + text.slice(done)
}
