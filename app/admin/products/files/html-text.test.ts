import { expect, it } from 'vitest';
import { htmlText } from './html-text.ts';

it.each([
  [
    '<p>Heavy <strong>cotton</strong>,<br>cut loose.</p>\n<p>Printed in Cairo&nbsp;&amp; Giza</p>',
    'Heavy cotton,\ncut loose.\nPrinted in Cairo & Giza',
  ],
  ['<ul>\n <li>One</li>\n <li><p>Two</p></li>\n</ul>Three', '• One\n• Two\nThree'],
  ['<style>p{color:red}</style><script>alert("<p>")</script><div>Seen</div><!-- not seen -->', 'Seen'],
  ['Plain text\n\nwith lines & signs < 3', 'Plain text\nwith lines & signs < 3'],
  ['<table><tr><th>Size</th><td>M</td></tr><tr><th>Fit</th><td>Loose</td></tr></table>', 'Size M\nFit Loose'],
  ['<p>Not closed <b>at all', 'Not closed at all'],
  ['&#1602;&#x637;&#1606;', 'قطن'],
  ['', ''],
])('%j is read as its text', (html, text) => {
  expect(htmlText(html)).toBe(text);
});
