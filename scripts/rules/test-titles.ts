import { parseSync, Visitor, type CallExpression, type Expression } from 'oxc-parser'

/** `test.describe` and the like make no claim; the title of a `test.step` does. */
const NOT_A_TEST = new Set(['describe', 'use', 'extend', 'beforeEach', 'afterEach'])

/** Titles of all tests of a file in their source form, including `%s` and `${…}`. */
export function testTitles(path: string, text: string): ReadonlySet<string> {
  const titles = new Set<string>()
  new Visitor({
    CallExpression(call) {
      const title = isTest(call) ? call.arguments[0] : undefined
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.add(title.value)
      if (title?.type === 'TemplateLiteral') titles.add(text.slice(title.start + 1, title.end - 1))
    },
  }).visit(parseSync(path, text).program)
  return titles
}

/** `test('…')`, and `test.each([…])('…')` with any names in between. */
function isTest({ callee }: CallExpression): boolean {
  let node: Expression = callee
  for (;;) {
    if (node.type === 'Identifier') return node.name === 'test' || node.name === 'it'
    if (node.type === 'CallExpression') node = node.callee
    else if (node.type === 'TaggedTemplateExpression') node = node.tag
    else if (node.type === 'MemberExpression') {
      if (node.property.type !== 'Identifier' || NOT_A_TEST.has(node.property.name)) return false
      node = node.object
    } else return false
  }
}
