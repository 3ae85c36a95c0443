import { FORMS, type Dialect, type DialectSources, type Form } from './dialect.ts'
import { caseOf, nameOf } from './dialect-cases.ts'
import { DIALECTS } from './dialects.ts'
import { MAKERS } from './makers.ts'

export const DIALECTS_PAGE = 'docs/dialects.md'

/**
 * Draws the page of what was read from each dialect.
 *
 * @param wrong what is wrong with an answer, by its name.
 */
export function drawDialects(wrong: ReadonlyMap<string, string>): string {
  const notes: string[] = []
  const note = (text: string): string => {
    if (!notes.includes(text)) notes.push(text)
    return `<sup>${notes.indexOf(text) + 1}</sup>`
  }

  function drawCell(dialect: Dialect, form: Form): string {
    if (!caseOf(dialect, form)) {
      const { withoutReasoning = '', withoutCalls = '' } = dialect
      return `– ${note(form === 'reasoning' ? withoutReasoning : withoutCalls)}`
    }
    const fault = wrong.get(nameOf(dialect, form))
    if (fault !== undefined) return `**wrong** ${note(fault)}`
    const why = dialect.otherwise?.[form]
    return why === undefined ? 'right' : `right ${note(why)}`
  }

  const answers = table(
    ['Server', ...FORMS.map(capitalise)],
    DIALECTS.map((dialect) => [dialect.server, ...FORMS.map((form) => drawCell(dialect, form))]),
  )
  const sources = table(
    ['Server', 'Version', 'Written after', 'Odd end', 'Compared with'],
    DIALECTS.map(({ server, version, sources: from, oddEnd, maker }) => [
      server,
      version,
      drawSources(from),
      oddEnd.about,
      `\`${MAKERS[maker].name}\``,
    ]),
  )
  const listed = notes.map((text, index) => `${index + 1}. ${text}`).join('\n')
  return `${HEAD}\n${answers}\n\n${listed}\n\n${MIDDLE}\n${sources}\n`
}

const HEAD = `# Dialects of model servers

Many servers speak OpenAI's protocol, and each writes it in its own way. A test replays one answer in each form, written after the
documentation or the source of each server, through the whole server of Alcove. This page is written from its run by
\`npm run dialects\`; the test compares them.

_right_: words, thoughts, calls, end and log are those that were written, and the package of the maker reads the same from the same
bytes. A number leads to the reason where it reads something else, or where the server never sends this (–). The approval is given, and the call then
runs; in the middle of an answer its first words stay, with the server's own error in the log.

**Another server** gets the same: fields that Alcove does not know are passed over, and so are events and blocks of unknown types, each
with one line in the log. Counts that are texts, missing indexes, repeated calls, other spellings of the reasons and a missing end mark
are read as they are meant. An answer that ends with neither an end mark nor a reason was cut; an error ends the answer with its words in the log.

<!-- prettier-ignore -->`

const MIDDLE = `## Where the forms come from

<!-- prettier-ignore -->`

const NAMES: Readonly<Record<keyof DialectSources, string>> = {
  answers: 'answers',
  calls: 'calls',
  errors: 'errors',
  oddEnd: 'odd end',
}

const drawSources = (sources: DialectSources): string =>
  (Object.keys(NAMES) as (keyof DialectSources)[])
    .map((name) => `[${NAMES[name]}](${sources[name]})`)
    .join(', ')

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
