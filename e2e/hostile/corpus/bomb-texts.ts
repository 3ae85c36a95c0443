const SCALE = 2_000

/** A text that makes some parser slow beyond proportion to its length. */
export interface BombText {
  readonly name: string
  readonly text: string
}

const repeat = (text: string, count = SCALE): string => text.repeat(count)
const nest = (open: string, middle: string, close: string, depth = SCALE): string =>
  `${open.repeat(depth)}${middle}${close.repeat(depth)}`
const lines = (count: number, write: (line: number) => string): string =>
  Array.from({ length: count }, (_, line) => write(line)).join('\n')

const TEXTS: Readonly<Record<string, string>> = {
  'quotes, no space': nest('>', ' deep', ''),
  'quotes with a space': nest('> ', 'deep', ''),
  'bullets on one line': nest('- ', 'deep', ''),
  'plus signs on one line': nest('+ ', 'deep', ''),
  'numbers on one line': nest('1) ', 'deep', ''),
  'quotes, bullets and numbers by turns': nest('> - 1. ', 'deep', '', SCALE / 3),
  'a list that steps inwards': lines(120, (line) => `${'  '.repeat(line)}- item`),
  'a list that steps in and out': lines(400, (line) => `${'  '.repeat(line % 40)}- item`),
  'a quote that deepens by line': lines(300, (line) => `${'>'.repeat(line + 1)} x`),
  'task boxes in each other': nest('- [ ] ', 'deep', ''),
  'items and code fences by turns': lines(500, (line) => `${'- '.repeat(line % 60)}\`\`\`\n`),
  'setext underlines': repeat('a\n===\n'),
  'headings of every depth': lines(
    SCALE,
    (line) => `${'#'.repeat((line % 6) + 1)} h ${'#'.repeat(line % 9)}`,
  ),
  'rules and near rules': repeat('* * *a\n- - -\n_ _ _ _\n', SCALE / 3),
  'brackets that open': repeat('[', SCALE * 5),
  'brackets that close': repeat(']', SCALE * 5),
  'brackets in balance': nest('[', 'a', ']', SCALE * 2),
  'images that open': repeat('![', SCALE * 3),
  'links in links': nest('[', 'a', '](https://a.example)', SCALE / 2),
  'images in images': nest('![', 'a', '](https://a.example)', SCALE / 2),
  'links without their end': repeat('[a](<b', SCALE * 2),
  'parentheses in an address': `[a](${nest('(', 'b', ')', SCALE)})`,
  'titles without their end': repeat('[a](b "', SCALE * 2),
  'references that lead nowhere': repeat('[a][b][c] ', SCALE),
  'definitions of one label': repeat('[a]: /b\n'),
  'labels of nearly the limit': lines(
    60,
    (line) => `[${'x'.repeat(990)}${line}]: /b\n[${'x'.repeat(990)}${line}]`,
  ),
  'footnotes in footnotes': lines(500, (line) => `[^${line}]: see [^${line + 1}]`),
  'marks of one footnote': `${repeat('[^a]', SCALE)}\n\n[^a]: x`,
  'footnotes that name each other': 'x[^a]\n\n[^a]: y[^b]\n\n[^b]: z[^a] [^b]',
  'stars alone': repeat('*', SCALE * 5),
  'stars and letters': repeat('*a**b***c', SCALE),
  'underscores between words': repeat('_a_b', SCALE * 2),
  'emphasis that opens': repeat('**a _b ', SCALE),
  'emphasis that closes': repeat('a** b_ ', SCALE),
  'emphasis in emphasis': nest('*a _b ', 'c', ' b_ a*', SCALE / 2),
  'tildes by turns': repeat('~a ~~b ', SCALE),
  'backticks of growing length': lines(150, (line) => '`'.repeat(line + 1)),
  'backticks with escapes': repeat('\\`a`', SCALE * 2),
  'a fence of a thousand ticks': `${repeat('`', 1_000)}\n${repeat('``` ', 500)}\n`,
  'a table of many columns': `|${repeat('a|', 600)}\n|${repeat('-|', 600)}\n|${repeat('b|', 600)}`,
  'a table of many rows': `|a|b|\n|-|-|\n${repeat('|*x*|`y`|\n', SCALE)}`,
  'rows much longer than their head': `|a|\n|-|\n${lines(200, () => repeat('|x', 200))}`,
  'heads without a table': repeat('a|b\n-|-|-\n', SCALE),
  'pipes and escapes': `|a|\n|-|\n|${repeat('\\|', SCALE * 2)}|`,
  'tags that open': repeat('<a ', SCALE * 3),
  'tags with attributes': `<a ${repeat("b='c' ", SCALE)}`,
  'comments that open': repeat('<!-- ', SCALE * 2),
  'processing instructions': repeat('<?', SCALE * 4),
  'CDATA sections': repeat('<![CDATA[', SCALE),
  'an address of one long path': `https://a.example/${repeat('a.)', SCALE)}`,
  'mail addresses side by side': repeat('a@b.c.d-e_', SCALE),
  'www without an end': repeat('www.', SCALE * 3),
  'character references': repeat('&amp;&#x41;&nosuch', SCALE),
  escapes: repeat('\\', SCALE * 5),
  'tabs and spaces': repeat('\t \n', SCALE),
  'carriage returns': repeat('a\r', SCALE * 2),
  'blank lines in an item': `- a\n${repeat('\n', SCALE)}  b`,
  'lazy lines': `> - a\n${repeat('b\n', SCALE)}`,
  'no break at all': repeat('x', SCALE * 30),
  'surrogate halves': repeat('\ud83d \ude00', SCALE),
  'combining marks': `a${repeat('\u0301', SCALE * 4)}`,
  'directions by turns': repeat('\u05d0a\u202e', SCALE),
}

export const BOMB_TEXTS: readonly BombText[] = Object.entries(TEXTS).map(([name, text]) => ({
  name,
  text,
}))

const MATH: Readonly<Record<string, string>> = {
  'fractions in fractions': nest('\\frac{1}{', 'x', '}', 200),
  'roots in roots': nest('\\sqrt{', 'x', '}', 300),
  'exponents in exponents': nest('x^{', 'y', '}', 400),
  'braces in braces': nest('{', 'x', '}', 900),
  'left and right': nest('\\left(', 'x', '\\right)', 100),
  'a macro that calls itself': '\\def\\a{\\a\\a}\\a',
  'macros that double': `${Array.from({ length: 20 }, (_, n) => `\\def\\${'abcdefghijklmnopqrst'[n]}{${n === 0 ? 'x' : `\\${'abcdefghijklmnopqrst'[n - 1]}`.repeat(2)}}`).join('')}\\t`,
  'edef that doubles': '\\def\\x{aaaaaaaaaa}\\edef\\x{\\x\\x}\\edef\\x{\\x\\x}\\edef\\x{\\x\\x}\\x',
  'newcommand that calls itself': '\\newcommand{\\b}{\\b x}\\b',
  'a rule as wide as a town': '\\rule{999999em}{999999em}',
  'a space without end': '\\hspace{99999999em}x\\kern-99999em y',
  'a matrix of many cells': `\\begin{matrix}${'x&'.repeat(600)}\\end{matrix}`,
  'environments in each other': nest('\\begin{matrix}', 'x', '\\end{matrix}', 40),
  'open environments': repeat('\\begin{aligned}', 120),
  'colours and boxes': nest('\\colorbox{red}{$', 'x', '$}', 60),
  'many arrows': repeat('\\xrightarrow{a}', 120),
  'text in maths in text': nest('\\text{a $', 'x', '$}', 150),
  'over and over': repeat('x \\over ', 200),
  'accents on accents': nest('\\hat{', 'x', '}', 300),
  'dollar signs': repeat('$', 1_500),
}

/** Formulas, each inline and as a block. */
export const MATH_BOMB_TEXTS: readonly BombText[] = Object.entries(MATH).flatMap(([name, text]) => [
  { name: `${name}, inline`, text: `Before $${text}$ after` },
  { name: `${name}, on its own`, text: `$$\n${text}\n$$` },
])
