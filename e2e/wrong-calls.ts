/**
 * Wrong and unusual calls of one command. Arguments are code; `thread` is a conversation of the person, `token` a right
 * token of the page's own server.
 */
export interface Misuse {
  readonly command: string
  /** Right arguments, as code. */
  readonly right: string
  /** Arguments without a needed one; absent: the command needs none. */
  readonly missing?: string
  readonly wrongType: string
  /** A field, an id, an event or a value that does not exist; absent: the command's own name is misspelt. */
  readonly wrongName?: string
  /** The command asks the person, who cancels. */
  readonly asks?: boolean
  /** The command ends the session or hides the chat; `boot` follows it. */
  readonly ends?: boolean
}

const TOOL = "{ description: 'Looks', parameters: { type: 'object' }, run: () => 1 }"
const THREAD = "'thread_nowhere'"

/** All commands of a page, in the order of the reference. */
export const MISUSES: readonly Misuse[] = [
  { command: 'open', right: '', wrongType: "'thread_1'", wrongName: "{ thredId: 'thread_1' }" },
  { command: 'close', right: '', wrongType: "'now'" },
  { command: 'toggle', right: '', wrongType: 'true' },
  {
    command: 'on',
    right: "'open', () => {}",
    missing: "'open'",
    wrongType: "'open', 'text'",
    wrongName: "'opened', () => {}",
  },
  {
    command: 'identify',
    right: '{ token }',
    ends: true,
    missing: '',
    wrongType: "'ada'",
    wrongName: "{ getTokn: () => 'token' }",
  },
  {
    command: 'tool',
    right: `'look', ${TOOL}`,
    missing: '',
    wrongType: "'look', 'text'",
    wrongName: `'two words', ${TOOL}`,
  },
  {
    command: 'setContext',
    right: "{ data: { plan: 'pro' } }",
    missing: '',
    wrongType: "'pro'",
    wrongName: "{ dta: { plan: 'pro' } }",
  },
  {
    command: 'addContext',
    right: "'page', 'Chairs'",
    missing: "'page'",
    wrongType: "'page', () => 1",
    wrongName: "' ', 'Chairs'",
  },
  {
    command: 'update',
    right: "{ theme: 'light' }",
    missing: '',
    wrongType: "'light'",
    wrongName: "{ greting: 'Hello' }",
  },
  { command: 'setTheme', right: "'light'", missing: '', wrongType: '7', wrongName: "'neon'" },
  { command: 'setLocale', right: "'en'", missing: '', wrongType: '7', wrongName: "'en_US'" },
  {
    command: 'boot',
    right: '',
    ends: true,
    wrongType: "'anonymous'",
    wrongName: "{ auth: 'anonymus' }",
  },
  { command: 'shutdown', right: '', wrongType: 'true', ends: true },
  {
    command: 'logout',
    right: '',
    wrongType: 'true',
    wrongName: '{ keepAnonymos: true }',
    ends: true,
  },
  { command: 'show', right: '', wrongType: 'true' },
  { command: 'hide', right: '', wrongType: 'true', ends: true },
  {
    command: 'notify',
    right: "'Free shipping today'",
    missing: '',
    wrongType: '7',
    wrongName: "{ txt: 'Free shipping today' }",
  },
  {
    command: 'context',
    right: "{ data: { plan: 'pro' } }",
    missing: '',
    wrongType: "'pro'",
    wrongName: "{ dta: { plan: 'pro' } }",
  },
  {
    command: 'setComposer',
    right: "'Where is my order?'",
    missing: '',
    wrongType: '7',
  },
  { command: 'focusComposer', right: '', wrongType: 'true' },
  {
    command: 'askAbout',
    right: "{ label: 'Invoice 42' }",
    missing: '',
    wrongType: "'Invoice 42'",
    wrongName: "{ lable: 'Invoice 42' }",
  },
  {
    command: 'send',
    right: "{ text: 'say Hello', idempotencyKey: 'once' }",
    missing: '',
    wrongType: '7',
    wrongName: "{ txt: 'Hello' }",
  },
  { command: 'newThread', right: '', wrongType: 'true' },
  { command: 'openThread', right: 'thread', missing: '', wrongType: '7', wrongName: THREAD },
  { command: 'stop', right: '', wrongType: 'true' },
  { command: 'refresh', right: '', wrongType: 'true' },
  { command: 'threads.list', right: '', wrongType: 'true', wrongName: '{ archive: true }' },
  {
    command: 'threads.rename',
    right: "thread, 'Order 7'",
    missing: THREAD,
    wrongType: `${THREAD}, 7`,
    wrongName: `${THREAD}, 'Order 7'`,
  },
  { command: 'threads.archive', right: 'thread', missing: '', wrongType: '7', wrongName: THREAD },
  { command: 'threads.unarchive', right: 'thread', missing: '', wrongType: '7', wrongName: THREAD },
  {
    command: 'threads.delete',
    right: 'thread',
    missing: '',
    wrongType: '7',
    wrongName: THREAD,
    asks: true,
  },
  { command: 'exportTranscript', right: "'md'", wrongType: '7', wrongName: "'pdf'" },
  { command: 'deleteData', right: '', wrongType: 'true', asks: true },
  { command: 'doctor', right: '', wrongType: 'true' },
  { command: 'metrics', right: '', wrongType: 'true' },
  { command: 'destroy', right: '', wrongType: 'true' },
]
