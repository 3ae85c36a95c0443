import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { Menu } from '../../../widget/ui/menu.tsx'
import { addressOf } from '../../api/call.ts'
import type { Filters } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'

const FORMATS = [
  { label: 'list.exportCsv', format: 'csv', unmasked: 'false' },
  { label: 'list.exportLines', format: 'jsonl', unmasked: 'false' },
  { label: 'list.exportCsvOpen', format: 'csv', unmasked: 'true' },
  { label: 'list.exportLinesOpen', format: 'jsonl', unmasked: 'true' },
] as const

/** Downloads the conversations that the filters show. The browser writes the file as it comes. */
export function ExportMenu({ project, query }: { project: string; query: Filters }) {
  const { t } = useI18n()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function download(format: string, unmasked: string): void {
    const link = document.createElement('a')
    link.href = addressOf(['projects', project, 'export'], { ...query, format, unmasked })
    link.download = ''
    link.click()
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="outline-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Download aria-hidden="true" />
        {t('list.export')}
      </button>
      {isOpen && trigger.current && (
        <Menu
          trigger={trigger.current}
          label={t('list.export')}
          items={FORMATS.map(({ label, format, unmasked }) => ({
            label: t(label),
            icon: <Download aria-hidden="true" />,
            onSelect: () => download(format, unmasked),
          }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
