// Helpers for tests of the list: the names of its rows, and its scroll position.
import type { Locator, Page } from 'playwright-core'

export function gridOf (page: Page): Locator {
  return page.getByRole('grid', { name: 'Requests' })
}

/** The beginnings of the labels of the rendered rows, in visual order. */
export async function rowNames (page: Page): Promise<string[]> {
  return await gridOf(page).getByRole('row').evaluateAll(rows => rows
    .filter(row => row.getAttribute('aria-rowindex') !== '1')
    .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .map(row => row.getAttribute('aria-label')?.split(' · ')[0] ?? ''))
}

export async function rowCount (page: Page): Promise<number> {
  return Number(await gridOf(page).getAttribute('aria-rowcount')) - 1
}

/** The beginning of the label of the first row that is fully visible. */
export async function firstInView (page: Page): Promise<string> {
  return await gridOf(page).evaluate(grid => {
    const box = grid.getBoundingClientRect()
    const header = grid.querySelector('[aria-rowindex="1"]')?.getBoundingClientRect().bottom ?? box.top
    const rows = [...grid.querySelectorAll('[role=row]:not([aria-rowindex="1"])')]
    const seen = rows.filter(row => row.getBoundingClientRect().top >= header - 1)
    seen.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    return seen[0]?.getAttribute('aria-label')?.split(' · ')[0] ?? ''
  })
}

/** Resolves when the page has handled the scroll event: until then it knows only the old position. */
export async function scrollTo (page: Page, top: number): Promise<void> {
  await gridOf(page).evaluate(async (grid, top) => await new Promise<void>(resolve => {
    const before = grid.scrollTop
    grid.addEventListener('scroll', () => resolve(), { once: true })
    grid.scrollTop = top
    if (grid.scrollTop === before) resolve()
  }), top)
}

/** The distance of the scroll position from the end of the list, in pixels. */
export async function fromEnd (page: Page): Promise<number> {
  return await gridOf(page).evaluate(grid => grid.scrollHeight - grid.clientHeight - grid.scrollTop)
}
