import type { BrowserType, LaunchOptions } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/find-chromium.ts'
import { findFirefox, findWebKit } from '../../scripts/find-engines.ts'
import type { Engine } from '../engines/engine-page.ts'
import { startPlaywrightEngine } from '../engines/start-playwright-engine.ts'
import { startWebKitOn } from '../engines/start-webkit-engine.ts'
import type { Environment } from './start-desktop.ts'

/** Options for Playwright that give a browser a window on this environment's screen, where real keys reach it. */
export function windowOptions(type: BrowserType, env: Environment): LaunchOptions {
  if (type.name() === 'firefox') {
    return {
      headless: false,
      env: { ...env },
      channel: 'moz-firefox',
      executablePath: findFirefox() ?? '',
      // Remote control sets it, and then Firefox does not tell the input method of the focus.
      firefoxUserPrefs: { 'focusmanager.testmode': false },
    }
  }
  return {
    headless: false,
    env: { ...env },
    executablePath: findChromium() ?? '',
    // Without it, Chromium has no voices on Linux.
    args: [...CHROMIUM_FLAGS, '--enable-speech-dispatcher'],
  }
}

/**
 * Starts a browser with a window on this environment's screen.
 *
 * @param type Playwright's type; WebKit's is replaced by WebKitGTK with its own driver.
 */
export function startWindow(type: BrowserType, env: Environment): Promise<Engine> {
  const webkit = findWebKit()
  if (type.name() === 'webkit' && webkit) return startWebKitOn(webkit, env)
  return startPlaywrightEngine(type, windowOptions(type, env))
}
