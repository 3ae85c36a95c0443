import type { BlockNode, Inline, ItemNode } from '../nodes.ts'

/** Blocks in a short form of HTML: links with their address as written, formulas with their source. */
export const outlineOf = (blocks: readonly BlockNode[]): string => blocks.map(outlineBlock).join('')

function outlineBlock(block: BlockNode): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${outlineText(block.phrase.inlines)}</p>`
    case 'heading':
      return `<h${block.depth}>${outlineText(block.phrase.inlines)}</h${block.depth}>`
    case 'quote':
    case 'note':
      return `<${block.type}>${outlineOf(block.children)}</${block.type}>`
    case 'list':
      return `<list>${block.items.map(outlineItem).join('')}</list>`
    case 'code': {
      const language = block.language === '' ? '' : ` lang="${block.language}"`
      return `<pre${language}>${block.chunks.join('').replace(/\n$/, '')}</pre>`
    }
    case 'math':
      return `<math display>${block.text}</math>`
    case 'table': {
      const rows = [block.head, ...block.rows].map((row, index) => {
        const name = index === 0 ? 'th' : 'td'
        return `<tr>${row.map(({ inlines }) => `<${name}>${outlineText(inlines)}</${name}>`).join('')}</tr>`
      })
      return `<table>${rows.join('')}</table>`
    }
    case 'html':
      return `<html>${block.text}</html>`
    case 'rule':
      return '<hr>'
    case 'plain':
      return block.chunks.join('')
    default:
      return block satisfies never
  }
}

const outlineItem = ({ children }: ItemNode): string => `<li>${outlineOf(children)}</li>`

const outlineText = (inlines: readonly Inline[]): string => inlines.map(outlineInline).join('')

function outlineInline(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'break':
      return '<br>'
    case 'strong':
    case 'em':
    case 'del':
      return `<${inline.type}>${outlineText(inline.children)}</${inline.type}>`
    case 'code':
    case 'html':
      return `<${inline.type}>${inline.text}</${inline.type}>`
    case 'math':
      return `<math${inline.isDisplay ? ' display' : ''}>${inline.text}</math>`
    case 'link':
      return `<a href="${inline.address}">${outlineText(inline.children)}</a>`
    case 'image':
      return `<img>${inline.description}</img>`
    case 'note':
      return `<sup>${inline.label}</sup>`
    default:
      return inline satisfies never
  }
}
