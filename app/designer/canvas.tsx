import type Konva from 'konva';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Group, Image as KonvaImage, Layer, Line, Rect, Shape, Stage, Transformer } from 'react-konva';
import { loadDrawing } from '#app/garments/garment-drawings.ts';
import { SHEET, type Side } from '#app/garments/print-areas.ts';
import { pageDirection } from '#app/ui/page-direction.ts';
import { type Design, type DesignElement, printAreaOf, sheetPlacement } from './design.ts';
import { scaled, updateElement } from './design-edits.ts';
import { change, select, useDesign, useDesigner } from './designer-store.ts';
import { drawElement, type LoadedImages, measureIn } from './draw-design.ts';
import { boxOf, type Guide, sizeOf, snap } from './geometry.ts';
import { usePinchGesture } from './use-pinch-gesture.ts';

interface CanvasProps {
  /** Width and height in CSS pixels. */
  pixels: number;
  /** Data URL of the shading drawn over the print; undefined until the drawing has loaded. */
  shading: string | undefined;
}

/** Snapping distance in screen pixels. */
const SNAP = 6;

/** The Konva canvas on which prints are dragged, resized and rotated, over the picture of the fabric. */
export default function Canvas({ pixels, shading }: CanvasProps) {
  const design = useDesign();
  const side = useDesigner((state) => state.side);
  const selected = useDesigner((state) => state.selected);
  const images = useDesigner((state) => state.images);
  const fontVersion = useDesigner((state) => state.fontVersion);
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const shadingImage = useDrawing(shading);
  const { x, y, unit } = sheetPlacement(design.garment, side);
  const area = printAreaOf(design.garment, side);
  const scale = pixels / SHEET;
  const hairline = 1 / (unit * scale);
  const stage = useRef<Konva.Stage>(null);
  usePinchGesture(stage);
  useStableScrollCenter(stage, pixels);
  const deselect = (event: Konva.KonvaEventObject<Event>) => {
    if (event.target === event.target.getStage()) select(null);
  };

  return (
    <Stage
      ref={stage}
      width={pixels}
      height={pixels}
      // A finger on the empty canvas may scroll the page or start a pinch, so only a tap clears the
      // selection.
      style={{ touchAction: 'pan-x pan-y' }}
      onMouseDown={deselect}
      onTap={deselect}
    >
      <Layer scaleX={scale} scaleY={scale}>
        <Group x={x} y={y} scaleX={unit} scaleY={unit}>
          {design.elements
            .filter((element) => element.side === side)
            .map((element) => (
              <Printed
                key={element.id}
                element={element}
                images={images}
                fontVersion={fontVersion}
                area={area}
                design={design}
                side={side}
                snapDistance={SNAP * hairline}
                onGuidesChange={setGuides}
              />
            ))}
        </Group>
      </Layer>
      <Layer scaleX={scale} scaleY={scale} listening={false}>
        {shadingImage ? <KonvaImage image={shadingImage} width={SHEET} height={SHEET} /> : null}
      </Layer>
      <Layer>
        <Group x={x * scale} y={y * scale} scaleX={unit * scale} scaleY={unit * scale} listening={false}>
          <AreaFrame {...area} hairline={hairline} strong={selected !== null} />
          {guides.map(({ axis, at }) => (
            <Line
              key={`${axis}${at}`}
              points={axis === 'x' ? [at, -area.height, at, area.height] : [-area.width, at, area.width, at]}
              stroke="#e0218a"
              strokeWidth={hairline * 1.5}
            />
          ))}
        </Group>
        <Handles selected={selected} design={design} fontVersion={fontVersion} pixels={pixels} />
      </Layer>
    </Stage>
  );
}

function AreaFrame({
  width,
  height,
  hairline,
  strong,
}: {
  width: number;
  height: number;
  hairline: number;
  strong: boolean;
}) {
  const frame = {
    x: -width / 2,
    y: -height / 2,
    width,
    height,
    strokeWidth: hairline,
    opacity: strong ? 0.9 : 0.45,
  };
  return (
    <>
      <Rect {...frame} stroke="#000" />
      <Rect {...frame} stroke="#fff" dash={[hairline * 5, hairline * 5]} />
    </>
  );
}

interface PrintedProps {
  element: DesignElement;
  images: LoadedImages;
  fontVersion: number;
  design: Design;
  side: Side;
  area: { width: number; height: number };
  /** Snapping distance in centimeters. */
  snapDistance: number;
  onGuidesChange: (guides: readonly Guide[]) => void;
}

function Printed({
  element,
  images,
  fontVersion,
  design,
  side,
  area,
  snapDistance,
  onGuidesChange,
}: PrintedProps) {
  const { id, x, y, rotation } = element;
  const { width, height } = sizeOf(element, measureIn);
  const snapNode = (node: Konva.Node) => {
    const box = boxOf({ ...element, x: node.x(), y: node.y() }, measureIn);
    const others = design.elements
      .filter((other) => other.side === side && other.id !== id)
      .map((other) => boxOf(other, measureIn));
    return snap(box, area, others, snapDistance);
  };
  return (
    <Shape
      id={id}
      x={x}
      y={y}
      rotation={rotation}
      width={width}
      height={height}
      offsetX={width / 2}
      offsetY={height / 2}
      draggable
      // Not drawn: a new value makes Konva redraw with the loaded font.
      fontVersion={fontVersion}
      sceneFunc={(context, shape) => {
        context.save();
        context.translate(shape.width() / 2, shape.height() / 2);
        drawElement(context._context, element, images);
        context.restore();
      }}
      hitFunc={(context, shape) => {
        context.beginPath();
        context.rect(0, 0, shape.width(), shape.height());
        context.closePath();
        context.fillStrokeShape(shape);
      }}
      fill="#000"
      onPointerDown={({ evt }) => evt.isPrimary && select(id)}
      onDragMove={({ target }) => {
        const place = snapNode(target);
        target.position({ x: place.x, y: place.y });
        onGuidesChange(place.guides);
      }}
      onDragEnd={({ target }) => {
        onGuidesChange([]);
        if (target.x() === x && target.y() === y) return;
        change((current) => updateElement(current, id, { x: target.x(), y: target.y() }));
      }}
      onTransformEnd={({ target }) => {
        const factor = Math.abs(target.scaleX());
        const placement = { x: target.x(), y: target.y(), rotation: target.rotation() };
        target.scale({ x: 1, y: 1 });
        change((current) => updateElement(current, id, { ...placement, ...scaled(element, factor) }));
      }}
    />
  );
}

function Handles({
  selected,
  design,
  fontVersion,
  pixels,
}: {
  selected: string | null;
  design: Design;
  fontVersion: number;
  pixels: number;
}) {
  const ref = useRef<Konva.Transformer>(null);
  const coarse = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
  useLayoutEffect(() => {
    const handles = ref.current;
    const node = selected ? handles?.getStage()?.findOne(`#${selected}`) : undefined;
    handles?.nodes(node ? [node] : []);
    handles?.forceUpdate();
  }, [selected, design, fontVersion, pixels]);
  return (
    <Transformer
      ref={ref}
      keepRatio
      flipEnabled={false}
      enabledAnchors={['top-left', 'top-right', 'bottom-left', 'bottom-right']}
      rotationSnaps={[0, 45, 90, 135, 180, 225, 270, 315]}
      rotationSnapTolerance={4}
      // Handles stay outside the print: on a short word they would cover it.
      padding={coarse ? 12 : 4}
      anchorSize={coarse ? 16 : 12}
      anchorCornerRadius={coarse ? 8 : 6}
      anchorStyleFunc={(anchor) => anchor.hitStrokeWidth(coarse ? 28 : 10)}
      anchorStroke="#1668e3"
      anchorFill="#fff"
      borderStroke="#1668e3"
      rotateAnchorOffset={coarse ? 30 : 26}
      ignoreStroke
    />
  );
}

/** Keeps the point at the center of the frame in place while zooming. */
function useStableScrollCenter(stage: RefObject<Konva.Stage | null>, pixels: number): void {
  const previous = useRef(pixels);
  useLayoutEffect(() => {
    const frame = stage.current?.container().closest('[role="application"]');
    const factor = pixels / previous.current;
    previous.current = pixels;
    if (!frame || factor === 1) return;
    const [centerX, centerY] = [frame.clientWidth / 2, frame.clientHeight / 2];
    // In right-to-left pages `scrollLeft` counts down from 0.
    const sign = pageDirection() === 'rtl' ? -1 : 1;
    frame.scrollTo(
      sign * ((Math.abs(frame.scrollLeft) + centerX) * factor - centerX),
      (frame.scrollTop + centerY) * factor - centerY,
    );
  }, [stage, pixels]);
}

/** Loads the shading as an image. */
function useDrawing(address: string | undefined): HTMLImageElement | null {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    if (!address) return;
    let outdated = false;
    loadDrawing(address).then(
      (ready) => !outdated && setImage(ready),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [address]);
  return image;
}
