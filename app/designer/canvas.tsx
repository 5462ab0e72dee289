import type Konva from 'konva';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  Group,
  Image as KonvaImage,
  Stage as KonvaStage,
  Layer,
  Line,
  Rect,
  Shape,
  Transformer,
} from 'react-konva';
import { drawing } from '#app/garments/garment-drawings.ts';
import { SHEET, type Side } from '#app/garments/print-areas.ts';
import { type Design, type DesignElement, printAreaOf, sheetPlacement } from './design.ts';
import { changed } from './design-edits.ts';
import { change, select, useDesign, useDesigner } from './designer-store.ts';
import { drawElement, type LoadedImages, measureIn } from './draw-design.ts';
import { boxOf, type Guide, sizeOf, snapped } from './geometry.ts';
import { usePinchGesture } from './use-pinch-gesture.ts';

interface StageProps {
  /** Width and height in CSS pixels. */
  pixels: number;
  /** Data address of the shading that falls on the print, once its drawing has come. */
  shading: string | undefined;
}

/** How near something must come, in pixels of the screen, to snap. */
const SNAP = 6;

/** The canvas on which prints are dragged, resized and turned, over the picture of the cloth. */
export default function Stage({ pixels, shading }: StageProps) {
  const design = useDesign();
  const side = useDesigner((state) => state.side);
  const selected = useDesigner((state) => state.selected);
  const images = useDesigner((state) => state.images);
  const faces = useDesigner((state) => state.faces);
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const light = useDrawing(shading);
  const { x, y, unit } = sheetPlacement(design.garment, side);
  const area = printAreaOf(design.garment, side);
  const scale = pixels / SHEET;
  const hairline = 1 / (unit * scale);
  const stage = useRef<Konva.Stage>(null);
  usePinchGesture(stage);
  useSteadyMiddle(stage, pixels);
  const leave = (event: Konva.KonvaEventObject<Event>) => {
    if (event.target === event.target.getStage()) select(null);
  };

  return (
    <KonvaStage
      ref={stage}
      width={pixels}
      height={pixels}
      // One finger beside an element may scroll the page, or be the first of two: only a tap lets go of what is selected.
      style={{ touchAction: 'pan-x pan-y' }}
      onMouseDown={leave}
      onTap={leave}
    >
      <Layer scaleX={scale} scaleY={scale}>
        <Group x={x} y={y} scaleX={unit} scaleY={unit}>
          {design.elements
            .filter((element) => element.side === side)
            .map((element) => (
              <Printed
                key={element.id}
                {...{ element, images, faces, area, design, side }}
                reach={SNAP * hairline}
                onGuides={setGuides}
              />
            ))}
        </Group>
      </Layer>
      <Layer scaleX={scale} scaleY={scale} listening={false}>
        {light ? <KonvaImage image={light} width={SHEET} height={SHEET} /> : null}
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
        <Handles selected={selected} design={design} faces={faces} pixels={pixels} />
      </Layer>
    </KonvaStage>
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
  faces: number;
  design: Design;
  side: Side;
  area: { width: number; height: number };
  /** Snapping distance in centimetres. */
  reach: number;
  onGuides: (guides: readonly Guide[]) => void;
}

function Printed({ element, images, faces, design, side, area, reach, onGuides }: PrintedProps) {
  const { id, x, y, rotation } = element;
  const { width, height } = sizeOf(element, measureIn);
  const moved = (node: Konva.Node) => {
    const box = boxOf({ ...element, x: node.x(), y: node.y() }, measureIn);
    const others = design.elements
      .filter((other) => other.side === side && other.id !== id)
      .map((other) => boxOf(other, measureIn));
    return snapped(box, area, others, reach);
  };
  return (
    <Shape
      id={id}
      {...{ x, y, rotation, width, height }}
      offsetX={width / 2}
      offsetY={height / 2}
      draggable
      // The face's arrival changes nothing here but what is drawn.
      faces={faces}
      sceneFunc={(context, shape) => {
        const pen = context._context;
        pen.save();
        pen.translate(shape.width() / 2, shape.height() / 2);
        drawElement(pen, element, images);
        pen.restore();
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
        const place = moved(target);
        target.position({ x: place.x, y: place.y });
        onGuides(place.guides);
      }}
      onDragEnd={({ target }) => {
        onGuides([]);
        if (target.x() === x && target.y() === y) return;
        change((now) => changed(now, id, { x: target.x(), y: target.y() }));
      }}
      onTransformEnd={({ target }) => {
        const factor = Math.abs(target.scaleX());
        const turned = { x: target.x(), y: target.y(), rotation: target.rotation() };
        target.scale({ x: 1, y: 1 });
        const resized =
          element.kind === 'text'
            ? { size: element.size * factor }
            : { width: element.width * factor, height: element.height * factor };
        change((now) => changed(now, id, { ...turned, ...resized }));
      }}
    />
  );
}

function Handles({
  selected,
  design,
  faces,
  pixels,
}: {
  selected: string | null;
  design: Design;
  faces: number;
  pixels: number;
}) {
  const ref = useRef<Konva.Transformer>(null);
  const coarse = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
  useLayoutEffect(() => {
    const handles = ref.current;
    const node = selected ? handles?.getStage()?.findOne(`#${selected}`) : undefined;
    handles?.nodes(node ? [node] : []);
    handles?.forceUpdate();
  }, [selected, design, faces, pixels]);
  return (
    <Transformer
      ref={ref}
      keepRatio
      flipEnabled={false}
      enabledAnchors={['top-left', 'top-right', 'bottom-left', 'bottom-right']}
      rotationSnaps={[0, 45, 90, 135, 180, 225, 270, 315]}
      rotationSnapTolerance={4}
      // Beside the print, not on it: a short word would lie under its own handles.
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

/** Whoever looks closer goes on looking at the same place: what was in the middle of the frame stays there. */
function useSteadyMiddle(stage: RefObject<Konva.Stage | null>, pixels: number): void {
  const before = useRef(pixels);
  useLayoutEffect(() => {
    const frame = stage.current?.container().closest('[role="application"]');
    const factor = pixels / before.current;
    before.current = pixels;
    if (!frame || factor === 1) return;
    const [across, down] = [frame.clientWidth / 2, frame.clientHeight / 2];
    frame.scrollTo((frame.scrollLeft + across) * factor - across, (frame.scrollTop + down) * factor - down);
  }, [stage, pixels]);
}

/** The shading as a picture, once it can be drawn. */
function useDrawing(address: string | undefined): HTMLImageElement | null {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    if (!address) return;
    let outdated = false;
    drawing(address).then(
      (ready) => !outdated && setImage(ready),
      () => {},
    );
    return () => {
      outdated = true;
    };
  }, [address]);
  return image;
}
