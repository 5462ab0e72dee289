/* Short films of single products, made of still pictures of them; run by draw-product-clips.ts in a browser page. */

const ease = (t) => t * t * (3 - 2 * t);
/** How far `t` is from one moment to another, smoothly: 0 before, 1 after. */
const between = (t, from, to) => ease(Math.min(1, Math.max(0, (t - from) / (to - from))));

const whole = { x: 0, y: 0, size: 1 };

/** A square around an area of a picture, both as shares of the picture, that stays inside it. */
function around({ x, y, width, height }, room) {
  const size = Math.min(1, Math.max(width, height) * room);
  const start = (at, length) => Math.min(1 - size, Math.max(0, at + length / 2 - size / 2));
  return { x: start(x, width), y: start(y, height), size };
}

function mix(one, other, share) {
  const part = (key) => one[key] + (other[key] - one[key]) * share;
  return { x: part('x'), y: part('y'), size: part('size') };
}

function show(c, still, view, opacity = 1) {
  if (opacity <= 0) return;
  c.save();
  c.imageSmoothingQuality = 'high';
  c.globalAlpha = opacity;
  const { width } = still;
  const { width: to } = c.canvas;
  c.drawImage(still, view.x * width, view.y * width, view.size * width, view.size * width, 0, 0, to, to);
  c.restore();
}

/** Shows a still in a band of the picture, from one height to another in pixels. */
function showBand(c, still, view, from, to) {
  c.save();
  c.beginPath();
  c.rect(0, from, c.canvas.width, to - from);
  c.clip();
  show(c, still, view);
  c.restore();
}

/** A thing that turns: its stills follow each other. */
export function turned({ stills }) {
  return (c, t) => show(c, stills[Math.round(t * stills.length) % stills.length], whole);
}

/** The wooden squeegee of a print shop, its blade at a height of the picture. */
function drawSqueegee(c, left, right, blade, ink) {
  c.save();
  c.shadowColor = 'rgb(0 0 0 / .45)';
  c.shadowBlur = 26;
  c.shadowOffsetY = 14;
  c.fillStyle = '#23252b';
  c.fillRect(left + 6, blade - 22, right - left - 12, 20);
  const wood = c.createLinearGradient(0, blade - 84, 0, blade - 18);
  wood.addColorStop(0, '#dcb27a');
  wood.addColorStop(0.3, '#c99a5e');
  wood.addColorStop(1, '#8f6232');
  c.fillStyle = wood;
  c.beginPath();
  c.roundRect(left, blade - 84, right - left, 66, 18);
  c.fill();
  c.restore();
  c.fillStyle = 'rgb(255 240 210 / .35)';
  c.fillRect(left + 20, blade - 74, right - left - 40, 3);
  c.fillStyle = ink;
  c.beginPath();
  c.roundRect(left + 14, blade - 6, right - left - 28, 9, 4.5);
  c.fill();
}

/** A print is lifted off its garment and pulled again. */
export function printed({ stills: [garment, bare], area, ink }) {
  const near = around(area, 1.5);
  return (c, t) => {
    const { width } = c.canvas;
    const view = mix(whole, near, between(t, 0.08, 0.26) - between(t, 0.8, 0.97));
    const place = (x, y) => [((x - view.x) / view.size) * width, ((y - view.y) / view.size) * width];
    const [left, top] = place(area.x, area.y);
    const [right, bottom] = place(area.x + area.width, area.y + area.height);
    const lowest = width + 110;
    const up = between(t, 0.27, 0.46);
    const down = between(t, 0.5, 0.76);
    const highest = top - 14;
    const blade = lowest + (highest - lowest) * (up - down);
    show(c, garment, view);
    if (up <= 0 || down >= 1) return;
    showBand(c, bare, view, Math.min(blade, bottom + 20), width);
    drawSqueegee(c, Math.max(16, left - 34), Math.min(width - 16, right + 34), blade, ink);
  };
}

/** A line of neon, as wide as the picture, at a height of it. */
function drawNeon(c, y, light) {
  const { width } = c.canvas;
  c.save();
  c.globalCompositeOperation = 'screen';
  const glow = c.createLinearGradient(0, y - 70, 0, y + 70);
  glow.addColorStop(0, `rgb(from ${light} r g b / 0)`);
  glow.addColorStop(0.5, `rgb(from ${light} r g b / .5)`);
  glow.addColorStop(1, `rgb(from ${light} r g b / 0)`);
  c.fillStyle = glow;
  c.fillRect(0, y - 70, width, 140);
  c.restore();
  c.fillStyle = light;
  c.fillRect(0, y - 3, width, 6);
}

/** A tube of light runs over a garment and dyes it; then hard cuts to the print. */
export function scanned({ stills: [garment, other], area, light }) {
  const near = around(area, 1.25);
  const nearer = around(area, 0.62);
  return (c, t) => {
    const { width } = c.canvas;
    const first = between(t, 0.08, 0.34);
    const second = between(t, 0.7, 0.96);
    const y = -80 + (width + 160) * (first < 1 ? first : second);
    if (first < 1) {
      show(c, garment, whole);
      showBand(c, other, whole, 0, y);
    } else if (t < 0.46) {
      const drift = (t - 0.34) * 0.3;
      show(c, other, { ...near, y: near.y + drift * near.size });
    } else if (t < 0.6) {
      const drift = (t - 0.53) * 0.7;
      show(c, other, { ...nearer, x: nearer.x + drift * nearer.size });
    } else {
      show(c, other, whole);
      showBand(c, garment, whole, 0, y);
    }
    if ((first > 0 && first < 1) || (second > 0 && second < 1)) drawNeon(c, y, light);
  };
}

/** Light falls through a window and wanders over a garment, which shows its second colour at noon. */
export function lit({ stills: [garment, other], area }) {
  const near = around(area, 1.7);
  return (c, t) => {
    const { width } = c.canvas;
    const noon = Math.sin(t * Math.PI) ** 2;
    const view = mix(whole, near, ease(noon) * 0.85);
    show(c, garment, view);
    show(c, other, view, between(t, 0.36, 0.46) - between(t, 0.78, 0.88));
    const shade = new OffscreenCanvas(width, width);
    const s = shade.getContext('2d');
    s.fillStyle = `rgb(46 28 58 / ${0.42 * Math.min(1, noon * 2.2)})`;
    s.fillRect(0, 0, width, width);
    s.globalCompositeOperation = 'destination-out';
    s.filter = `blur(${width / 55}px)`;
    s.transform(1, 0.16, -0.42, 1, width * (0.9 * t - 0.12), -width * 0.06);
    for (let column = 0; column < 3; column += 1) {
      for (let row = 0; row < 3; row += 1) {
        s.fillStyle = '#000';
        s.fillRect(width * (0.06 + column * 0.25), width * (0.02 + row * 0.38), width * 0.21, width * 0.33);
      }
    }
    c.save();
    c.globalCompositeOperation = 'multiply';
    c.drawImage(shade, 0, 0);
    c.restore();
  };
}
