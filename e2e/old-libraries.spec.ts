import { HOST_SECRET } from './fixtures.ts'
import { createHostToken } from './host-token.ts'
import { expect, test } from './tool-fixtures.ts'
import { seen } from './tool-page.ts'

/** Changes that old or careless libraries make to globals. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'lists and objects with a toJSON, as Prototype 1.6 has it': `
    var write = JSON.stringify
    Array.prototype.toJSON = function () { return '[' + this.map(function (each) { return write(each) }).join(', ') + ']' }
    Date.prototype.toJSON = function () { return '"' + this.toISOString() + '"' }
    String.prototype.toJSON = function () { return '"' + this + '"' }
    Object.prototype.toJSON = function () { return String(Object.keys(this)) }`,
  'methods of lists and functions by other rules, as Prototype 1.6 has them': `
    Array.from = function (list) { return Array.prototype.slice.call(list, 0) }
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] }
    Array.prototype.entries = function () { return this.slice() }
    Array.prototype.find = Array.prototype.detect = function (test) { for (var i = 0; i < this.length; i++) if (test(this[i], i)) return this[i] }
    Function.prototype.bind = function (self) { var bound = this; return function () { return bound.apply(self, arguments) } }
    document.getElementsByClassName = function () { return [] }`,
  'properties on every object and list': `
    Object.prototype.foo = function () {}
    Object.prototype.extend = function () { return this }
    Array.prototype.each = Array.prototype.forEach
    Array.prototype.remove = function () {}`,
  'a JSON of its own': `
    var native = JSON
    window.JSON = { parse: function (text) { return native.parse(text) }, stringify: function (value) { return native.stringify(value, null, 2) } }`,
}

const page = (library: string, token: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script>${library}</script></head><body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script>
  window.seen = []
  Alcove('identify', { getToken: function () { return '${token}' } })
  Alcove('context', { system: 'A red chair.', callSettings: { temperature: 0.25, stopSequences: ['END'] } })
  Alcove('tool', 'get_cart', {
    description: 'Reads the cart', scope: 'read',
    parameters: { type: 'object', properties: { skus: { type: 'array', items: { enum: ['a', 'b'] } } }, required: ['skus'] },
    run: function (args) { seen.push(args.skus.length); return { lines: [{ sku: 'a' }], since: new Date(0), none: undefined } }
  })
</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script></body></html>`

for (const [name, library] of Object.entries(LIBRARIES)) {
  test(
    `${name}: context, tools and tokens come as the page wrote them (T16b)`,
    { tag: name === 'a JSON of its own' ? [] : '@nightly' },
    async ({ page: tab, site, chat, beginTrial }) => {
      const { key, calls, asked } = beginTrial()
      const path = `/old-${key}.html`
      site.add(path, { html: page(library, createHostToken(`user-${key}`, HOST_SECRET)) })
      const faults: string[] = []
      tab.on('pageerror', ({ message }) => faults.push(message))
      tab.on('console', (line) => {
        if (/error|warning/.test(line.type())) faults.push(line.text())
      })
      await tab.goto(path)
      await chat.open()
      await chat.send(`tool get_cart {"skus":["a","b"],"key":"${key}"}; next; say Two mugs`)
      await expect(chat.answer).toContainText('Two mugs')
      await chat.settled()

      expect(await seen(tab)).toEqual([2])
      await expect
        .poll(() => calls[0])
        .toMatchObject({
          system: 'A red chair.',
          callSettings: { temperature: 0.25, stopSequences: ['END'] },
          tools: {
            get_cart: {
              parameters: {
                properties: { skus: { type: 'array', items: { enum: ['a', 'b'] } } },
                required: ['skus'],
              },
            },
          },
        })
      const result = String.raw`{\"lines\":[{\"sku\":\"a\"}],\"since\":\"1970-01-01T00:00:00.000Z\"}`
      expect(asked()[1]).toContain(result)
      // A date has no JSON type, which the frame reports on every page.
      await expect
        .poll(() => faults)
        .toEqual([expect.stringMatching(/^tool-call result is not JSON/)])
    },
  )
}
