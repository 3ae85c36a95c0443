import { isPlainObject } from '../../../shared/json.ts'
import type { JsonValue } from '../../../shared/json.ts'
import { EntryList } from '../../draft/entry-list.tsx'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

const PROMPTS_MAX = 6

interface PromptText {
  readonly label: string
  readonly prompt: string
}

/** Questions on the start screen: the words of a button, and the text that a press sends. */
export function PromptsControl({ value, set }: ControlProps) {
  const { t } = useI18n()
  const prompts = Array.isArray(value) ? value.map(readPrompt) : []
  return (
    <>
      {value === undefined && <p className="setting-hint">{t('set.promptsDefault')}</p>}
      <EntryList
        entries={prompts}
        max={PROMPTS_MAX}
        addLabel={t('set.addPrompt')}
        create={() => ({ label: '', prompt: '' })}
        nameOf={({ label }, index) => label || t('set.promptNumber', { n: index + 1 })}
        onChange={(next) => set(next.map(writePrompt))}
      >
        {(prompt, index, change) => (
          <>
            <input
              className="text-field"
              dir="auto"
              aria-label={t('set.promptLabel', { n: index + 1 })}
              placeholder={t('set.promptLabelPlace')}
              value={prompt.label}
              onChange={({ target }) => change({ ...prompt, label: target.value })}
            />
            <input
              className="text-field"
              dir="auto"
              aria-label={t('set.promptText', { n: index + 1 })}
              placeholder={t('set.promptTextPlace')}
              value={prompt.prompt}
              onChange={({ target }) => change({ ...prompt, prompt: target.value })}
            />
          </>
        )}
      </EntryList>
      {value !== undefined && (
        <button type="button" className="quiet-button" onClick={() => set(undefined)}>
          {t('set.promptsToDefault')}
        </button>
      )}
    </>
  )
}

function readPrompt(written: JsonValue): PromptText {
  if (typeof written === 'string') return { label: written, prompt: '' }
  const { label, prompt } = isPlainObject(written) ? written : {}
  return {
    label: typeof label === 'string' ? label : '',
    prompt: typeof prompt === 'string' ? prompt : '',
  }
}

const writePrompt = ({ label, prompt }: PromptText): JsonValue =>
  prompt === '' ? label : { label, prompt }
