import { useAtomValue, useSetAtom } from 'jotai/react'
import { markAllInvisible } from '../../shared/mark-invisible.ts'
import { flattenFields } from '../messages/tools/tool-values.ts'
import { openMenuDialogAtom } from '../world/menu-dialog.ts'
import { contextFieldsAtom, shareFieldAtom, type ContextField } from '../world/shared-context.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { Switch } from './switch.tsx'

/** The page's context for each message, and which parts of it the person lets be sent. */
export function ContextDialog() {
  const { t } = useI18n()
  const fields = useAtomValue(contextFieldsAtom)
  const open = useSetAtom(openMenuDialogAtom)
  return (
    <Dialog
      title={t('menu.context')}
      description={t('context.hint')}
      closeLabel={t('action.close')}
      onClose={() => open(null)}
    >
      <ul className="context-fields">
        {fields.map((field) => (
          <Field key={field.name} {...field} />
        ))}
      </ul>
    </Dialog>
  )
}

function Field({ name, value, isShared }: ContextField) {
  const share = useSetAtom(shareFieldAtom)
  return (
    <li className="context-field" data-off={!isShared || undefined}>
      <Switch isOn={isShared} onChange={(isOn) => share(name, isOn)}>
        <bdi>{markAllInvisible(name)}</bdi>
      </Switch>
      <dl className="context-values">
        {flattenFields(value).map((inner) => (
          <div key={inner.name}>
            {inner.name !== '' && <dt dir="auto">{markAllInvisible(inner.name)}</dt>}
            <dd dir="auto">{inner.text}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
