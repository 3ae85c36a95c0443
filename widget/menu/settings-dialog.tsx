import { useAtomValue, useSetAtom } from 'jotai/react'
import { Suspense, useId, type ReactNode } from 'react'
import { LOCALES } from '../i18n/find-locale.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { openMenuDialogAtom } from '../world/menu-dialog.ts'
import { changeSettingsAtom, settingsAtom } from '../world/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useMediaQuery } from '../ui/use-media-query.tsx'
import { isTouchPrimary } from '../world/decide-key.ts'
import { pageToolsAtom } from '../conversation/atoms/tools.ts'
import { Switch } from './switch.tsx'

// Loaded with the page's tools.
const AllowedTools = lazyPart(async () => (await import('./allowed-tools.tsx')).AllowedTools)

const AS_THE_PAGE = ''

/**
 * The person's settings of the chat, without those that have no effect now. A change applies at once, and is stored on
 * this device.
 */
export function SettingsDialog() {
  const { t } = useI18n()
  const settings = useAtomValue(settingsAtom)
  const change = useSetAtom(changeSettingsAtom)
  const open = useSetAtom(openMenuDialogAtom)
  const hasPageTools = useAtomValue(pageToolsAtom)?.isEmpty === false
  // The device asks for less motion already.
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')

  return (
    <Dialog title={t('menu.settings')} closeLabel={t('action.close')} onClose={() => open(null)}>
      <div className="menu-settings">
        <LanguageSelect />
        <Select
          label={t('settings.textSize')}
          value={settings.textSize}
          onChange={(textSize) => change({ textSize })}
        >
          <option value="normal">{t('settings.normal')}</option>
          <option value="large">{t('settings.large')}</option>
          <option value="larger">{t('settings.larger')}</option>
        </Select>
        {/* A screen keyboard has no other key: Enter is a new line there. */}
        {!isTouchPrimary(window) && (
          <Select
            label={t('settings.sendKey')}
            value={settings.sendKey}
            onChange={(sendKey) => change({ sendKey })}
          >
            <option value="enter">{t('settings.enter')}</option>
            <option value="modifier">{t('settings.modifier')}</option>
          </Select>
        )}
        <Switch
          isOn={settings.sound === 'on'}
          onChange={(isOn) => change({ sound: isOn ? 'on' : 'off' })}
        >
          {t('settings.sound')}
        </Switch>
        {(!isStill || settings.motion === 'reduced') && (
          <Switch
            isOn={settings.motion === 'reduced'}
            onChange={(isOn) => change({ motion: isOn ? 'reduced' : 'system' })}
          >
            {t('settings.motion')}
          </Switch>
        )}
        <Select
          label={t('settings.announcements')}
          value={settings.announcements}
          onChange={(announcements) => change({ announcements })}
        >
          <option value="full">{t('settings.full')}</option>
          <option value="short">{t('settings.short')}</option>
          <option value="off">{t('settings.off')}</option>
        </Select>
        {settings.announcements === 'full' && (
          <Switch
            isOn={settings.reading === 'paragraph'}
            onChange={(isOn) => change({ reading: isOn ? 'paragraph' : 'whole' })}
          >
            {t('settings.reading')}
          </Switch>
        )}
        {hasPageTools && (
          <Suspense>
            <AllowedTools />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}

function LanguageSelect() {
  const { t, locale } = useI18n()
  const { language } = useAtomValue(settingsAtom)
  const change = useSetAtom(changeSettingsAtom)
  return (
    <Select
      label={t('settings.language')}
      value={language ?? AS_THE_PAGE}
      onChange={(tag) => change({ language: tag === AS_THE_PAGE ? null : tag })}
    >
      <option value={AS_THE_PAGE}>{t('settings.languageOfPage')}</option>
      {LOCALES.map((tag) => (
        // Languages are listed by their own names, for people who cannot read the current one.
        <option key={tag} value={tag} lang={tag}>
          {nameOf(tag)}
        </option>
      ))}
    </Select>
  )

  function nameOf(tag: string): string {
    const name = new Intl.DisplayNames([tag, locale], { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  }
}

interface SelectProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

function Select<Value extends string>({ label, value, onChange, children }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className="menu-select">
      <label htmlFor={id}>{label}</label>
      {/* The options are the only possible values. */}
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {children}
      </select>
    </div>
  )
}
