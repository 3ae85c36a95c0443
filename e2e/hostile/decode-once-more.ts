const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  colon: ':',
}

/** Simulates a careless step: decodes the escapes of a safe text again. */
export function decodeOnceMore(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&#(\d+);?/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(/&([a-z]+);/gi, (all, name: string) => NAMED[name.toLowerCase()] ?? all)
    .replace(/\\[ux]\{?([0-9a-f]{2,4})\}?/gi, (_, hex: string) =>
      String.fromCodePoint(parseInt(hex, 16)),
    )
    // oxlint-disable-next-line no-control-regex -- what browsers and proxies drop
    .replace(/[\u0000-\u0008\u200b\ufeff\u202e\u00ad]/g, '')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
