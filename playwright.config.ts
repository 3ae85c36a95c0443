import { defineConfig, devices } from '@playwright/test'
import { findFirefox } from './scripts/find-engines.ts'
import { CHROMIUM_FLAGS, findChromium, findHeadlessShell } from './scripts/find-chromium.ts'
import { BROWSER_LIMIT_MS, LOOK_LIMIT_MS } from './scripts/test-limits.ts'

const LONG_TEST_LIMIT_MS = 60 * 60_000

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'

/** Specs that need features absent from the headless shell: the back/forward cache, windows, profile settings. */
const WHOLE_BROWSER = /\/(back-forward|crash|outbox|storage|tabs)\.spec\.ts$/

/** Journeys that each engine makes. */
const JOURNEYS = /\/engines\/.*\.spec\.ts$/

/** A host name of this machine besides `localhost`. */
const SHOP = '--host-resolver-rules=MAP shop.test 127.0.0.1'

/** Browsers keep a page after leaving it, and restore it on return; Playwright disables that. */
const KEEPS_NO_PAGE = '--disable-back-forward-cache'

/** Pages live for seconds here: the output of optimizing compilers is never used, and costs a tenth of the run. */
const WITHOUT_OPTIMIZERS = '--js-flags=--no-maglev --no-turbofan'

const browser = (executablePath: string | undefined, ignoreDefaultArgs: string[] = []) => ({
  ...devices['Desktop Chrome'],
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...CHROMIUM_FLAGS, SHOP, ...(isLong ? [] : [WITHOUT_OPTIMIZERS])],
    ignoreDefaultArgs,
  },
})

/** Browsers of the machine; each test starts its own servers (see the fixtures in `e2e/`). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Some tests wait for a full disk or a lost network: a third worker keeps two cores busy.
  workers: 3,
  // A test that passes only at its second try has failed.
  retries: 0,
  timeout: isLong ? LONG_TEST_LIMIT_MS : BROWSER_LIMIT_MS,
  expect: { timeout: LOOK_LIMIT_MS },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/e2e.json' }],
  ],
  use: { screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'whole browser',
      testMatch: WHOLE_BROWSER,
      use: browser(findChromium(), [KEEPS_NO_PAGE]),
    },
    {
      name: 'headless shell',
      testIgnore: WHOLE_BROWSER,
      // Chromium's journeys are here, because a separate project would start all servers again.
      use: browser(findHeadlessShell()),
    },
    {
      name: 'Firefox',
      testMatch: JOURNEYS,
      use: {
        browserName: 'firefox',
        // Firefox's own protocol, not that of Playwright's build.
        channel: 'moz-firefox',
        launchOptions: { executablePath: findFirefox() ?? '' },
      },
    },
    // Playwright starts no browser here: WebKitGTK has its own driver.
    { name: 'WebKit', testMatch: JOURNEYS, use: { browserName: 'webkit' } },
  ],
})
