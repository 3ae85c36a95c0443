/** How the chat answers a call. */
export type Answer =
  | { readonly type: 'done'; readonly value: string }
  | {
      /** `reported`: to the console and to listeners of `error`, while the call itself succeeds. */
      readonly type: 'refused' | 'reported'
      readonly code: string
      readonly text: string
      readonly hint?: string
    }

/** The answers of one command: the kind of mistake, the arguments as code, the called name, the answer. */
export interface Row {
  readonly command: string
  readonly cells: (readonly [
    kind: string,
    code: string | undefined,
    name: string,
    answer: Answer | undefined,
  ])[]
}

export const PAGE_OF_WRONG_CALLS = 'docs/wrong-calls.md'

const HEAD = `# Wrong calls

A page has no types, so a call can be wrong. Each call below was made in a browser, and its answer is written here by
\`npm run wrong-calls\`; a test compares them. _Refused_: the promise rejects, or the method throws, with an \`AlcoveError\` of
this code and sentence. _Reported_: the call succeeds, and the fault goes to the console and to listeners of \`error\`: when the
page loads on the developer's own machine (\`localhost\`), and elsewhere when the chat is first used. \`thread\` is a conversation of
the person, \`token\` a token of the page's own server.

<!-- prettier-ignore -->
| Command | Case | Call | Answer |
| --- | --- | --- | --- |
`

/** The page of the documentation with all answers. */
export const drawWrongCalls = (rows: readonly Row[]): string =>
  HEAD +
  rows
    .flatMap(({ command, cells }) =>
      cells.map(([kind, code, name, answer], index) =>
        drawLine(index === 0 ? `\`${command}\`` : '', kind, code, name, answer),
      ),
    )
    .join('')

const drawLine = (
  first: string,
  kind: string,
  code: string | undefined,
  name: string,
  answer: Answer | undefined,
) => {
  const call = code === undefined ? '' : `\`Alcove('${name}'${code && `, ${code}`})\``
  return `| ${first} | ${kind} | ${escape(call)} | ${escape(answer ? describe(answer) : 'The command needs no argument.')} |\n`
}

const escape = (text: string) => text.replaceAll('|', '\\|')

function describe(answer: Answer): string {
  if (answer.type === 'done')
    return /^(true|false|null)$/.test(answer.value) ? `Done: \`${answer.value}\`.` : 'Done.'
  const { type, code, text, hint = '' } = answer
  const sentence = /[.?]$/.test(text) ? text : `${text}.`
  return `${type === 'refused' ? 'Refused' : 'Reported'}: \`${code}\` ${sentence} ${hint}`.trimEnd()
}
