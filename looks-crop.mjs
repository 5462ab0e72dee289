import sharp from 'sharp';
const [,, src, out, from, height] = process.argv;
const m = await sharp(src).metadata();
console.log(m.width, m.height);
await sharp(src).extract({left:0, top:Number(from), width:m.width, height:Math.min(Number(height), m.height-Number(from))}).toFile(out);
