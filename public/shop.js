// The shop's basket: it counts, and it forgets when the page is left.
const count = document.querySelector('#basket-count')
for (const button of document.querySelectorAll('.goods button')) {
  button.addEventListener('click', () => {
    count.value = String(Number(count.value) + 1)
  })
}
