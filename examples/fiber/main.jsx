import { Canvas, extend, useFrame, useThree } from '@react-three/fiber';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SceneIndex } from 'sapwood/react';
import { BufferAttribute, Color, CylinderGeometry, MathUtils, MeshBasicMaterial } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

extend({ OrbitControls });

const COUNT = 10_000;
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
const random = (min, max) => min + (max - min) * MathUtils.seededRandom();
const geometry = makeGeometry();
const resting = new MeshBasicMaterial({ vertexColors: true });
const lit = new MeshBasicMaterial({ vertexColors: true, color: new Color(4, 4, 2.5) });
const marked = new MeshBasicMaterial({ color: '#35e0ff' });
const lanterns = Array.from({ length: COUNT }, (_, id) => {
  const angle = random(0, 2 * Math.PI);
  const distance = 20 + 60 * random(0, 1);
  const position = [distance * Math.cos(angle), random(-14, 34), distance * Math.sin(angle)];
  return { id, position };
});

/** A lantern that is lit while the pointer is over it, and changes its color at a click. */
function Lantern({ id, position, onHover }) {
  const [isHovered, setHovered] = useState(false);
  const [isMarked, setMarked] = useState(false);
  const hover = (value) => {
    setHovered(value);
    onHover(value ? `Lantern ${id.toLocaleString('en')}` : '');
  };
  return (
    <mesh
      position={position}
      scale={isHovered ? 1.6 : 1}
      geometry={geometry}
      material={isMarked ? marked : isHovered ? lit : resting}
      onPointerOver={(event) => {
        event.stopPropagation();
        hover(true);
      }}
      onPointerOut={() => hover(false)}
      onClick={(event) => {
        event.stopPropagation();
        if (event.delta < 6) setMarked(!isMarked);
      }}
    />
  );
}

function Controls() {
  const { camera, gl } = useThree();
  const controls = useRef(null);
  useFrame(() => controls.current?.update());
  return (
    <orbitControls
      ref={controls}
      args={[camera, gl.domElement]}
      target={[0, 9, 0]}
      maxDistance={100}
      enablePan={false}
      autoRotate={!isStill}
      autoRotateSpeed={0.3}
    />
  );
}

/** Shows how many objects the last render drew. */
function Numbers({ output }) {
  useFrame(({ gl }) => {
    const drawn = gl.info.render.calls.toLocaleString('en');
    if (output.current) output.current.value = `${drawn} of ${COUNT.toLocaleString('en')} drawn`;
  });
  return null;
}

function App() {
  const output = useRef(null);
  const [label, setLabel] = useState('');
  return (
    <>
      <Canvas camera={{ position: [0, 6, 16], far: 90 }}>
        <color attach="background" args={['#241a3d']} />
        <fog attach="fog" args={['#241a3d', 5, 85]} />
        <SceneIndex cull>
          {lanterns.map((lantern) => (
            <Lantern key={lantern.id} {...lantern} onHover={setLabel} />
          ))}
        </SceneIndex>
        <Controls />
        <Numbers output={output} />
      </Canvas>
      <section id="panel">
        <h1>Lanterns</h1>
        <p>
          10,000 components of React Three Fiber. Point at a lantern, click or tap it, and drag.
        </p>
        <output id="numbers" ref={output}>
          Loading …
        </output>
        <div id="label">{label}</div>
      </section>
    </>
  );
}

/** Returns a lantern that glows at its lower end. */
function makeGeometry() {
  const geometry = new CylinderGeometry(0.55, 0.4, 1.3, 8);
  const { position } = geometry.attributes;
  const colors = new BufferAttribute(new Float32Array(3 * position.count), 3);
  for (let i = 0; i < position.count; i += 1) {
    colors.setXYZ(i, ...(position.getY(i) < 0 ? [1.4, 0.62, 0.2] : [0.5, 0.05, 0.02]));
  }
  return geometry.setAttribute('color', colors);
}

createRoot(document.querySelector('#app')).render(<App />);
