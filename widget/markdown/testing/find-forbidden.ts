const ELEMENTS = new Set(
  (
    'a bdi blockquote br button code del div em h3 h4 h5 h6 hr input li math ol p pre span strong ' +
    'sup table tbody td th thead tr ul'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'aria-hidden aria-label aria-labelledby aria-pressed checked class data-align data-growing ' +
    'data-followed data-state dir disabled href id rel role scope start tabindex target translate type value'
  ).split(' '),
)
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|#)/

/** Finds content that a rendered answer must not have: unknown elements, attributes and addresses. */
export function findForbidden(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName
    if (element.closest('math') !== null) return findForbiddenMath(element)
    // The icon of a button.
    if (element.closest('button > svg.lucide') !== null) return []
    const found = ELEMENTS.has(name) ? [] : [name]
    for (const attribute of element.attributes) {
      if (!ATTRIBUTES.has(attribute.name)) found.push(`${name} ${attribute.name}`)
    }
    const address = element.getAttribute('href')
    if (address !== null && !SAFE_ADDRESS.test(address)) found.push(address)
    return found
  })
}

const MATH_ELEMENT = /^(?:math|m[a-z]+|none)$/
const MATH_FORBIDDEN = /^(?:on|href|src|xlink|action|id$)/

function findForbiddenMath(element: Element): string[] {
  const found = MATH_ELEMENT.test(element.localName) ? [] : [element.localName]
  for (const { name, value } of element.attributes) {
    if (MATH_FORBIDDEN.test(name) || /url|:\/\/|script/i.test(value)) found.push(`math ${name}`)
  }
  return found
}
