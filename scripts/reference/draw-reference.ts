import { aliasText, membersOf, readOptions, splitDefault, type Option } from './read-options.ts'
import type { Member, TypeBook } from './read-types.ts'

const HEAD = `# Reference

Every option, attribute, command, event and type, written by \`npm run reference\` from the types of the code; a
test compares the two. [On your page](embedding.md) tells how they go together, [the playground](quick-start.md#3-look-and-words)
shows what they do.`

/** Types with fields that people write or read. */
const TYPES = [
  'TokenAuth',
  'TokenQuestion',
  'PlainTokenAuth',
  'ApiKeyAuth',
  'ChatState',
  'EventFacts',
  'OpenWish',
  'PageMessage',
  'PageThread',
  'Prompt',
  'ToolFields',
  'RunToolDefinition',
  'HumanToolDefinition',
  'ToolContext',
  'ToolLabels',
  'ArgumentIssue',
  'ChatContext',
  'Notice',
  'PageReference',
  'MessageEvent',
  'ToolEvent',
  'FileEvent',
  'AlcoveState',
  'ProjectBlock',
  'VisitorRulesBlock',
  'SecretRuleBlock',
  'KeySetRuleBlock',
  'AssistantBlock',
  'SystemQuestion',
  'AssistantHooks',
  'ModelCall',
  'ModelWords',
  'ToolResult',
  'Refusal',
  'HookContext',
  'ProviderBlock',
  'KnowledgeBlock',
  'CrawlLimits',
  'KnowledgeAnswersBlock',
  'WrittenAnswerBlock',
  'WrittenLinkBlock',
  'CasesBlock',
  'EmbeddingsBlock',
  'PrefixesBlock',
  'RetentionBlock',
  'LauncherBlock',
  'AuthorizationBlock',
]
const HOOKS = ['Alcove', 'useAlcove', 'useAlcoveTool', 'useAlcoveContext']

/** The page for the current code. */
export function drawReference(book: TypeBook): string {
  const options = readOptions(book)
  return `${[
    HEAD,
    drawOptions(options),
    drawColours(book),
    drawCommands(book),
    drawEvents(book),
    ...drawTypes(book),
    drawReact(book),
    drawElement(book, options),
    drawErrors(book),
  ].join('\n\n')}\n`
}

function drawOptions(options: readonly Option[]): string {
  const groups = Map.groupBy(options, ({ path }) => (path.includes('.') ? path.split('.')[0] : ''))
  const tables = [...groups].map(([group, list]) => {
    const rows = list.map(({ path, attribute, type, choices, expected, fallback, doc }) => [
      code(path) + (attribute === undefined ? '' : `<br>${code(`data-${attribute}`)}`),
      choices ? choices.map(code).join(', ') : (expected ?? code(type)),
      fallback ?? '',
      doc,
    ])
    const title = group === '' ? '' : `### ${code(group ?? '')}\n\n`
    return title + table(['Option, attribute', 'Values', 'Default', 'Meaning'], rows)
  })
  return [
    '## Options',
    'What `createChat` and `update` take. A project’s `look` in `alcove.config.ts` takes `name`, `logo`, `messages`, `theme` (without `scheme`), `startScreen`, `composer`, `disclaimer`, `history`, `messageActions`, `header`, and `launcher: { label, icon, position }`; anything else there keeps the server from starting. With the attribute of the script tag that says the same. An attribute is text: a list of prompts is JSON, or `One|Two`.',
    ...tables,
  ].join('\n\n')
}

function drawColours(book: TypeBook): string {
  const tokens = book.table('shared/look/colors.ts', 'COLOR_TOKENS') as string[]
  return [
    '### Colours of `theme.tokens`',
    `${docOf(book, 'OwnColors')} The tokens: ${tokens.map(code).join(', ')}.`,
  ].join('\n\n')
}

/** Commands as they are written, each with its description. */
function drawCommands(book: TypeBook): string {
  const named = [...membersOf(book, 'BareChat'), ...membersOf(book, 'ChatCommands')].map(
    ({ name, text, doc }) => drawCall(name, unindent(text), doc),
  )
  const ofThreads = membersOf(book, 'ChatThreads').map(({ name, text, doc }) =>
    drawCall(`threads.${name}`, `threads.${unindent(text)}`, doc),
  )
  return [
    '## Commands',
    `On a page with the script tag each is a call by its name, \`Alcove('open')\`, also before the script is there, and a method of \`Alcove\` afterwards; \`createChat\` returns them. ${docOf(book, 'ChatInstance')}`,
    ...named,
    ...ofThreads,
  ].join('\n\n')
}

const drawCall = (name: string, text: string, doc: string): string =>
  [`### \`${name}\``, `\`\`\`ts\n${text}\n\`\`\``, words(doc)].filter(Boolean).join('\n\n')

function drawEvents(book: TypeBook): string {
  const rows = membersOf(book, 'ChatEvents').map(({ name, text, doc }) => [
    code(name),
    code(plainType(text)),
    words(doc),
  ])
  return [
    '## Events',
    "`Alcove('on', event, listener)`. Once the chat is loaded the document hears each as well, as `alcove:open` with the payload as its `detail` and without its `content`, and so does `<alcove-chat>`. Every payload has the fields of `EventFacts`, too.",
    table(['Event', 'Payload', 'Meaning'], rows),
  ].join('\n\n')
}

const drawTypes = (book: TypeBook): readonly string[] => [
  '## Types',
  ...TYPES.map((name) =>
    [`### \`${name}\``, docOf(book, name), fields(book, membersOf(book, name))]
      .filter(Boolean)
      .join('\n\n'),
  ),
]

function fields(book: TypeBook, members: readonly Member[]): string {
  const rows = members.map(({ name, text, doc, isRequired, isMethod }) => {
    const [meaning, fallback = ''] = splitDefault(doc)
    return [
      code(name) + (isRequired ? '' : '?'),
      // An optional field can also be `undefined`.
      code(plainType(isMethod ? text : aliasText(book, text)).replace(/ \| undefined$/, '')),
      escapeHtml(fallback),
      escapeHtml(meaning),
    ]
  })
  return table(['Field', 'Type', 'Default', 'Meaning'], rows)
}

/** A type as one line, without its comments. */
const plainType = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/readonly /g, '')
    .replaceAll(/(?<=[^\s{(,|&=>?:])\s*\n\s*(?=[\w'"]+\??:)/g, '; ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^\| /g, '')
    .trim()

function drawReact(book: TypeBook): string {
  const props = book.get('AlcoveProps').members
  const hooks = HOOKS.map((name) => {
    const { text, doc } = book.get(name)
    return drawCall(name, text, doc)
  })
  return [
    '## React',
    'From `alcove/react`. `<Alcove/>` takes all options, and:',
    fields(book, props),
    ...hooks,
  ].join('\n\n')
}

function drawElement(book: TypeBook, options: readonly Option[]): string {
  const names = options.flatMap(({ elementAttribute }) => elementAttribute ?? [])
  return [
    '## Element',
    `From \`alcove/element\`: \`<alcove-chat>\`. ${docOf(book, 'AlcoveChatElement')}`,
    `Its attributes: ${[...names, 'open'].map(code).join(', ')}.`,
  ].join('\n\n')
}

function drawErrors(book: TypeBook): string {
  const codes = [...book.get('ErrorCode').text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
  const statuses = book.table('server/routes/handle-error.ts', 'ERROR_STATUSES')
  const rows = codes.map((name) => [
    `[${code(name)}](troubleshooting.md#${name})`,
    String((statuses as Record<string, number>)[name]),
  ])
  return [
    '## Errors',
    `${docOf(book, 'AlcoveError')} Each code leads to its cause and remedy; the status is what the API answers with it.`,
    table(['Code', 'Status'], rows),
    fields(book, book.get('ErrorDetails').members),
  ].join('\n\n')
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

const docOf = (book: TypeBook, name: string): string => words(book.get(name).doc)

/** A doc comment as prose: its tags become sentences. */
const words = (doc: string): string =>
  escapeHtml(
    doc
      .replaceAll(/\{@link (\w+)\}/g, '`$1`')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?@throws (\w+) /g, ' Throws `$1`: ')
      .replaceAll(/ ?@param (\w+) /g, ' `$1`: ')
      .replaceAll(/ ?@returns? /g, ' Returns ')
      .trim(),
  )

/** Escapes angle brackets outside of code. */
const escapeHtml = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')

const unindent = (text: string): string => text.replaceAll(/\n {2}/g, '\n')

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
