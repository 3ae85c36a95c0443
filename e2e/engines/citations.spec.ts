import { HOST_SECRET } from '../fixtures.ts'
import { createHostToken } from '../host-token.ts'
import { seedThread } from '../seed-thread.ts'
import { answers, expect, openChat, test } from './engine-test.ts'

/** A button appears when the passage has come into view. */
const PAGE = `<main><h1>Help</h1><p style="block-size:300vh">Top</p>
  <h2 id="used">Used goods</h2><p id="passage">Tents come back within 30 days.</p><p style="block-size:300vh">End</p></main>
  <script>
    new IntersectionObserver((seen) => {
      if (!seen.some((each) => each.isIntersecting)) return
      const button = document.createElement('button')
      button.textContent = 'The passage is seen at ' + location.hash
      document.body.append(button)
    }).observe(document.getElementById('passage'))
  </script>`

test(
  'a citation of the page is scrolled to, and the page keeps the part of its address behind #',
  { tag: '@long' },
  async ({ tab, site, alcove }, info) => {
    const name = `cited-${info.testId}`
    const token = createHostToken(name, HOST_SECRET)
    const url = `http://localhost:${site.port}/${name}.html`
    site.add(`/${name}.html`, {
      html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Help</title>${PAGE}
        <script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
        <script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-auth="token" data-links="page"></script>
        <script>Alcove('identify',{getToken:function(){return '${token}'}})</script></html>`,
    })
    const passage = { number: 1, headings: ['Used goods'], text: 'Tents come back within 30 days.' }
    const source = {
      type: 'source',
      sourceType: 'url',
      id: 'passage-1',
      url: `${url}#used:~:text=Tents%20come,30%20days`,
      title: 'Help',
      providerMetadata: { alcove: { passage } },
    }
    const answer = [{ type: 'text', text: 'Within 30 days[1].' }, source]
    await seedThread(`http://localhost:${alcove.port}`, token, ['A question', answer])

    await tab.goto(`${url}#/help`)
    await openChat(tab)
    await tab.click({ role: 'link', name: /^1 Help/, within: answers })
    await tab.clickOnPage('The passage is seen at #/help')
    expect(await tab.texts(answers)).toHaveLength(1)
  },
)
