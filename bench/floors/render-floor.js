import { lexer } from './marked.js'
import { readStream } from './read-stream.js'

/** Parses only the open block, once per animation frame, and never a finished one. */
export async function renderFloor(log) {
  let open = ''
  let openNodes = []
  let isDue = false
  let whenPainted = Promise.resolve()

  const hz = Number(new URLSearchParams(location.search).get('hz'))
  // A text written twenty times a second looks as smooth and costs a third.
  const whenDue = (task) =>
    hz > 0 ? setTimeout(() => task(), 1_000 / hz) : requestAnimationFrame(() => task())

  function paint() {
    isDue = false
    const tokens = lexer(open)
    for (const node of openNodes) node.remove()
    openNodes = []
    tokens.forEach((token, index) => {
      const node = block(token)
      if (node) log.append(node)
      if (index === tokens.length - 1) openNodes = node ? [node] : []
    })
    open = tokens.at(-1)?.raw ?? ''
  }

  await readStream((delta) => {
    open += delta
    if (isDue) return
    isDue = true
    whenPainted = new Promise((resolve) => whenDue(() => resolve(paint())))
  })
  await whenPainted
}

/** A finished text as nodes. */
export const renderBlocks = (text) => lexer(text).map(block).filter(Boolean)

function block(token) {
  switch (token.type) {
    case 'heading':
      return element(`h${token.depth}`, token.tokens)
    case 'paragraph':
      return element('p', token.tokens)
    case 'blockquote':
      return wrap('blockquote', token.tokens.map(block))
    case 'code': {
      const pre = document.createElement('pre')
      pre.append(wrap('code', [token.text]))
      return pre
    }
    case 'list':
      return wrap(
        token.ordered ? 'ol' : 'ul',
        token.items.map((item) => wrap('li', item.tokens.map(block))),
      )
    case 'table':
      return wrap('table', [
        wrap(
          'tr',
          token.header.map((cell) => element('th', cell.tokens)),
        ),
        ...token.rows.map((row) =>
          wrap(
            'tr',
            row.map((cell) => element('td', cell.tokens)),
          ),
        ),
      ])
    case 'text':
      return token.tokens ? element('span', token.tokens) : token.text
    default:
      return undefined
  }
}

function inline(token) {
  switch (token.type) {
    case 'strong':
    case 'em':
      return element(token.type, token.tokens)
    case 'codespan':
      return wrap('code', [token.text])
    case 'link': {
      const link = element('a', token.tokens)
      link.href = token.href
      return link
    }
    default:
      return token.text ?? token.raw
  }
}

const element = (name, tokens = []) => wrap(name, tokens.map(inline))

function wrap(name, children) {
  const node = document.createElement(name)
  node.append(...children.filter((child) => child !== undefined))
  return node
}
