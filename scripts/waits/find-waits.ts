import { parseSync, Visitor, type Comment, type Node } from 'oxc-parser'

/** A place that waits for something outside of the process, or for code that another party ends. */
export interface Wait {
  readonly path: string
  readonly line: number
  readonly kind: string
  /** Constants in the code that end the wait. */
  readonly limits: readonly string[]
  /** The comment at that place, after `Limit:` or `No limit:`. */
  readonly answer: WaitAnswer | undefined
}

export interface WaitAnswer {
  readonly isLimited: boolean
  readonly text: string
}

/** Matches the answer in a comment within the wait, above it, or above a function around it. */
const ANSWER = /\b(No limit|Limit): ([^]*)$/
const LIMIT_NAME = /\b[A-Z][A-Z\d_]*_MS\b/g

const NEW_KINDS: Readonly<Record<string, string>> = {
  Promise: 'a promise of its own',
  Worker: 'a worker',
  WebSocket: 'a socket',
  EventSource: 'a socket',
  'pg.Pool': 'a database',
  'pg.Client': 'a database',
  DatabaseSync: 'a database',
  PatientRedis: 'Redis',
}

/** Kinds of waits by the source text of the callee. */
const CALL_KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^Promise\.withResolvers$/, 'a promise of its own'],
  [/(^|\.)fetch$/, 'a call over HTTP'],
  [/\.getReader$/, 'a stream'],
  [/^pipeline$/, 'a stream'],
  [/(^|\.)locks\.request$/, 'a lock of the browser'],
  [/\bclipboard\??\.write(Text)?$/, 'the clipboard'],
  [/^(fork|spawn|execFile)$/, 'a child process'],
  [/^(lookup|connect|requestHttps?)$/, 'the network'],
  [/\.speak$/, 'a voice'],
  [/\.arrayBuffer$/, 'a file'],
  [/\.(permissions\.query|requestStorageAccess|decode\(\)|play)$/, 'the browser'],
]

/** Wrappers of `import()` that are waits themselves, with their own answer. */
const IMPORT_WRAPPERS = /^(later|lazyPart)$/

/** All waits of one file. */
export function findWaits(path: string, text: string): readonly Wait[] {
  const { program, comments } = parseSync(path, text)
  const parents = parentsOf(program)
  const found: Wait[] = []
  const add = (node: Node, kind: string) => {
    found.push({
      path,
      line: text.slice(0, node.start).split('\n').length,
      kind,
      limits: limitsIn(node),
      answer: findAnswer(node, { text, comments, parents }),
    })
  }
  const sourceOf = ({ start, end }: Node) => text.slice(start, end)
  const limitsIn = (node: Node): readonly string[] => {
    const near = [sourceOf(node), ...functionsAround(node, parents, text)]
    return [...new Set(near.map((source) => source.match(LIMIT_NAME)).find(Boolean))]
  }
  new Visitor({
    NewExpression(node) {
      const kind = NEW_KINDS[sourceOf(node.callee)]
      if (kind !== undefined) add(node, kind)
    },
    CallExpression(node) {
      const callee = sourceOf(node.callee)
      const kind = CALL_KINDS.find(([pattern]) => pattern.test(callee))?.[1]
      // In the frame, `connect` opens the device's database, whose requests are separate waits.
      const isOwn = kind === 'the network' && !path.startsWith('server/')
      if (kind !== undefined && !isOwn) add(node, kind)
    },
    ForOfStatement(node) {
      // A call creates a generator, whose own waits are found where they are written.
      if (node.await && !isCall(node.right)) add(node, 'a stream')
    },
    ImportExpression(node) {
      // A module of the product: in the server a local file, in the frame a file that `later` waits for.
      const isOwn = node.source.type === 'Literal' && /^(server|widget)\//.test(path)
      if (!isOwn && !isWrapped(node)) add(node, 'a file of the service')
    },
  }).visit(program)
  return found.sort((a, b) => a.line - b.line)

  function isWrapped(node: Node): boolean {
    for (let at = parents.get(node); at; at = parents.get(at)) {
      if (at.type === 'CallExpression') return IMPORT_WRAPPERS.test(sourceOf(at.callee))
    }
    return false
  }
}

/** A longer function also contains limits of other waits. */
const NEAR_LINES_MAX = 40

/** The functions around the wait, from the innermost to the outermost. */
function functionsAround(node: Node, parents: ReadonlyMap<Node, Node>, text: string) {
  const around: string[] = []
  for (let at: Node | undefined = node; at; at = parents.get(at)) {
    if (!/Function/.test(at.type)) continue
    const source = text.slice(at.start, at.end)
    if (source.split('\n').length > NEAR_LINES_MAX) break
    around.push(source)
  }
  return around
}

function isCall(node: Node): boolean {
  if (node.type === 'AwaitExpression') return isCall(node.argument)
  return node.type === 'CallExpression'
}

interface Place {
  readonly text: string
  readonly comments: readonly Comment[]
  readonly parents: ReadonlyMap<Node, Node>
}

/** The nearest answer: within the wait, or above the code around it, from the innermost to the outermost. */
function findAnswer(node: Node, { text, comments, parents }: Place): WaitAnswer | undefined {
  const inside = comments.filter(({ start, end }) => start > node.start && end < node.end)
  const answer = readAnswer(inside)
  if (answer) return answer
  for (let at: Node | undefined = node; at && at.type !== 'Program'; at = parents.get(at)) {
    const above = readAnswer(commentsAbove(at.start, comments, text))
    if (above) return above
  }
  return undefined
}

/** Comments that end right before `start`, separated only by whitespace. */
function commentsAbove(start: number, comments: readonly Comment[], text: string) {
  const above: Comment[] = []
  let edge = start
  for (const comment of comments.toReversed()) {
    if (comment.end > edge) continue
    if (text.slice(comment.end, edge).trim() !== '') break
    above.unshift(comment)
    edge = comment.start
  }
  return above
}

function readAnswer(comments: readonly Comment[]): WaitAnswer | undefined {
  const words = comments.map(({ value }) => value.replaceAll(/^\s*\*/gm, ' ')).join(' ')
  const [, name, said = ''] = ANSWER.exec(words.replaceAll(/\s+/g, ' ').trim()) ?? []
  if (name === undefined) return undefined
  return { isLimited: name === 'Limit', text: said.trim() }
}

function parentsOf(program: Node): ReadonlyMap<Node, Node> {
  const parents = new Map<Node, Node>()
  const walk = (node: Node) => {
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!isNode(child)) continue
        parents.set(child, node)
        walk(child)
      }
    }
  }
  walk(program)
  return parents
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
