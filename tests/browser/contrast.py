"""Words that can hardly be read, as a page itself finds them."""

from __future__ import annotations

# Each element with text whose contrast to its ground is below 4.5, with the ratio; what is
# switched off may be faint. Colours and grounds that let others through are mixed with them.
WEAK = r"""() => {
  const numbers = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour) => {
    const [r, g, b] = colour.map((c) =>
      c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (colour, ground, part) =>
    [0, 1, 2].map((at) => part * colour[at] + (1 - part) * ground[at]);
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const [r, g, b, part = 1] = numbers(getComputedStyle(element).backgroundColor);
    return part === 1 ? [r, g, b] : over([r, g, b], ground(element.parentElement), part);
  };
  const seen = (element) => {
    let part = 1;
    for (let one = element; one; one = one.parentElement) part *= getComputedStyle(one).opacity;
    return part;
  };
  const own = (element) => [...element.childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  return [...document.querySelectorAll('body :not(svg, svg *)')]
    .filter((element) => element.offsetParent && own(element) && !element.disabled)
    .map((element) => {
      const [r, g, b, part = 1] = numbers(getComputedStyle(element).color);
      const behind = ground(element);
      const words = over([r, g, b], behind, part * seen(element));
      const [low, high] = [light(words), light(behind)].sort((a, b) => a - b);
      return [(high + 0.05) / (low + 0.05), element.outerHTML.slice(0, 80)];
    })
    .filter(([ratio]) => ratio < 4.5);
}"""
