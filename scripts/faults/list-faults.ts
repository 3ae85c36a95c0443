import { createHash } from 'node:crypto'
import { parseSync, Visitor, type Expression, type Node } from 'oxc-parser'

/** One small mistake: a text that takes the place of another. */
export interface Fault {
  readonly start: number
  readonly end: number
  readonly text: string
  /** From 1. */
  readonly line: number
  readonly what: string
}

interface Span {
  readonly start: number
  readonly end: number
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '&&': '||',
  '||': '&&',
}

const CONSTANT_PATTERN = /^[A-Z][A-Z0-9_]+$/

/**
 * Mistakes that somebody could make in a file, one at a time: a condition the other way round, a call
 * that is forgotten, another text, number or truth value, a field that is left out, a result that is not
 * given. Those in what bears one of the names, or in a function that uses one (`TEXTS.gone`, `GONE_TEXT`), come first;
 * within that their order is that of a hash, the same for the same seed.
 */
export function listFaults(
  path: string,
  source: string,
  names: readonly string[],
  seed: number,
): readonly Fault[] {
  const faults: Fault[] = []
  const named: Span[] = []
  const uses: Span[] = []
  const functions: Span[] = []
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const add = ({ start, end }: Span, text: string, what: string) =>
    faults.push({ start, end, text, line: lineAt(start), what })
  const turn = (test: Span) => add(test, `!(${source.slice(test.start, test.end)})`, 'not')
  const turnOperator = (left: Span, right: Span, operator: string) => {
    const opposite = OPPOSITE[operator]
    const at = source.indexOf(operator, left.end)
    if (opposite && at >= 0 && at < right.start)
      add({ start: at, end: at + operator.length }, opposite, `${operator} becomes ${opposite}`)
  }
  const forget = (value: Span) => add(value, '(undefined)', 'no result')
  const changeText = (node: Node | null) => {
    if (node?.type !== 'Literal' || typeof node.value !== 'string') return
    add(node, JSON.stringify(`${node.value}x`), 'another text')
  }
  const name = (id: { readonly name: string } | null, span: Span) => {
    if (id && names.includes(id.name)) named.push(span)
  }

  new Visitor({
    IfStatement: ({ test }) => turn(test),
    ConditionalExpression: ({ test }) => turn(test),
    BinaryExpression: ({ left, right, operator }) => turnOperator(left, right, operator),
    LogicalExpression: ({ left, right, operator }) => turnOperator(left, right, operator),
    ReturnStatement: ({ argument }) => void (argument && forget(argument)),
    ArrowFunctionExpression({ body, start, end }) {
      functions.push({ start, end })
      if (body.type !== 'BlockStatement') forget(body)
    },
    ExpressionStatement(node) {
      if (isCall(node.expression)) add(node, ';', 'not called')
    },
    Literal(node) {
      if (typeof node.value === 'number') add(node, `(${node.value} + 1)`, 'one more')
      if (typeof node.value === 'boolean') add(node, `${!node.value}`, `${!node.value}`)
    },
    Property: ({ value }) => changeText(value),
    TemplateLiteral: ({ end }) => add({ start: end - 1, end: end - 1 }, 'x', 'another text'),
    ObjectExpression({ properties }) {
      for (const property of properties) {
        const { start, end } = property
        if (property.type === 'Property')
          name(property.key.type === 'Identifier' ? property.key : null, property)
        const comma = /^\s*,/.exec(source.slice(end))?.[0] ?? ''
        add({ start, end: end + comma.length }, '', 'left out')
      }
    },
    FunctionExpression: (node) => void functions.push(node),
    FunctionDeclaration(node) {
      functions.push(node)
      name(node.id, node)
    },
    MemberExpression(node) {
      if (names.includes(source.slice(node.start, node.end))) uses.push(node)
    },
    Identifier(node) {
      if (CONSTANT_PATTERN.test(node.name) && names.includes(node.name)) uses.push(node)
    },
    VariableDeclarator(node) {
      name(node.id.type === 'Identifier' ? node.id : null, node)
      changeText(node.init)
    },
  }).visit(parseSync(path, source).program)

  // Functions stand in the order of their starts: the last one around a use is the innermost.
  for (const use of uses) {
    const around = functions.findLast((each) => isWithin(use, each))
    if (around) named.push(around)
  }
  const isNamed = ({ start }: Fault) =>
    named.some((each) => each.start <= start && start < each.end)
  const key = ({ start, what }: Fault) => hashOf(`${seed} ${start} ${what}`)
  const mixed = faults.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return [...mixed.filter(isNamed), ...mixed.filter((fault) => !isNamed(fault))]
}

const isWithin = (inner: Span, outer: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end

/** Also one that is waited for, or made only where there is something to call. */
function isCall(node: Expression): boolean {
  if (node.type === 'AwaitExpression') return isCall(node.argument)
  if (node.type === 'UnaryExpression') return node.operator === 'void' && isCall(node.argument)
  const called = node.type === 'ChainExpression' ? node.expression : node
  return called.type === 'CallExpression'
}

/** The file with one mistake in it. */
export const plant = (source: string, { start, end, text }: Fault): string =>
  source.slice(0, start) + text + source.slice(end)

/** Text that orders things by chance, the same for the same input. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
