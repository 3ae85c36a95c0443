import { useState } from 'react'
import type { JsonValue } from '../../../../shared/json.ts'
import type { ToolLabels } from '../../../../shared/tool-labels.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { readToolValue, type ToolBlock } from '../read-tool-value.ts'
import { Fields, nameOfField, ToolJson } from './tool-data.tsx'

export interface ToolValueProps {
  title: string
  value: JsonValue
  /** Labels of fields, by their names. Default: the names in words. */
  labels?: ToolLabels['fields']
}

/** Data of a tool for reading: words, names with values, or a small table; all of it, as JSON, on request. */
export function ToolValue({ title, value, labels }: ToolValueProps) {
  const { t } = useI18n()
  const [isAllShown, setIsAllShown] = useState(false)
  const { blocks, isWhole } = readToolValue(value)
  if (isAllShown) return <ToolJson title={title} value={value} hasFocus />
  if (blocks.length === 0) return null
  return (
    <div className="tool-value" role="group" aria-label={title}>
      <p className="tool-json-title" aria-hidden>
        {title}
      </p>
      {blocks.map((block, index) => (
        <Block key={index} block={block} labels={labels} />
      ))}
      {!isWhole && (
        <button type="button" className="text-button" onClick={() => setIsAllShown(true)}>
          {t('tool.showAll')}
        </button>
      )}
    </div>
  )
}

interface BlockProps {
  block: ToolBlock
  labels: ToolLabels['fields']
}

function Block({ block, labels }: BlockProps) {
  switch (block.type) {
    case 'text':
      return (
        <p className="plain-text tool-text" dir="auto" translate="no">
          {block.text}
        </p>
      )
    case 'fields':
      return <Fields fields={block.fields} labels={labels} />
    case 'table':
      return <Table {...block} labels={labels} />
    default:
      return block satisfies never
  }
}

type TableProps = Extract<ToolBlock, { type: 'table' }> & Pick<BlockProps, 'labels'>

function Table({ name, columns, rows, labels }: TableProps) {
  return (
    <table className="tool-table" translate="no">
      {name !== '' && <caption dir="auto">{nameOfField(name, labels)}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" dir="auto">
              {nameOfField(column, labels)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {/* Rows and cells never move. */}
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((text, column) => (
              <td key={column} dir="auto">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
