import type { MarkdownRenderer } from 'vitepress'

type Core = MarkdownRenderer['core']['ruler']
type CoreRule = Parameters<Core['push']>[1]
type Token = Parameters<CoreRule>[0]['tokens'][number]

/** Roles that CSS would take away when it draws the rows of a table as cards. */
const ROLES: Readonly<Record<string, string>> = {
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
}
const ALIGNED = /^text-align:(\w+)$/

/**
 * Prepares tables for narrow screens: each cell gets the title of its column as `data-label`, and each element
 * its role. Alignments become classes, because the policy of the pages forbids styles as attributes.
 */
export function labelCells(markdown: MarkdownRenderer): void {
  // Wide tables scroll, so they can be focused.
  markdown.renderer.rules['table_open'] = () => '<table role="table" tabindex="0">\n'
  markdown.core.ruler.push('label-cells', ({ tokens }) => {
    let titles: string[] = []
    let column = 0
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') titles = []
      if (token.type === 'tr_open') column = 0
      const role = ROLES[token.type]
      if (role !== undefined) token.attrSet('role', role)
      if (role !== 'columnheader' && role !== 'cell') continue
      toClass(token)
      const title = role === 'cell' ? titles[column] : textOf(tokens[index + 1])
      if (role === 'columnheader') titles.push(title ?? '')
      else if (title) token.attrSet('data-label', title)
      column += 1
    }
  })
}

function toClass(token: Token) {
  const [, side] = ALIGNED.exec(token.attrGet('style') ?? '') ?? []
  if (side === undefined) return
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
  token.attrJoin('class', side)
}

const textOf = (inline: Token | undefined): string =>
  (inline?.children ?? []).map(({ content }) => content).join('')
