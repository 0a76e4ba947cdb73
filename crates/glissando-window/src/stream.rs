//! Triangles that are other ones in every picture.

use macroquad::miniquad::{Bindings, BufferSource, BufferType, BufferUsage, RenderingBackend};

/// Memory of the graphics card that is written anew for every picture, and grows with what is in it.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    bindings: Option<Bindings>,
    /// Bytes of corners, and indices, that there is room for.
    room: (usize, usize),
}

impl Stream {
    /// Binds these triangles; how many corners to draw.
    pub(crate) fn fill<V>(
        &mut self,
        gl: &mut dyn RenderingBackend,
        vertices: &[V],
        indices: &[u32],
    ) -> Option<i32> {
        let count = i32::try_from(indices.len()).ok().filter(|count| *count > 0)?;
        let needed = (size_of_val(vertices), indices.len());
        if needed.0 > self.room.0 || needed.1 > self.room.1 {
            self.grow(gl, needed);
        }
        let bindings = self.bindings.as_ref()?;
        gl.buffer_update(*bindings.vertex_buffers.first()?, BufferSource::slice(vertices));
        gl.buffer_update(bindings.index_buffer, BufferSource::slice(indices));
        gl.apply_bindings(bindings);
        Some(count)
    }

    fn grow(&mut self, gl: &mut dyn RenderingBackend, (bytes, indices): (usize, usize)) {
        if let Some(old) = self.bindings.take() {
            for buffer in old.vertex_buffers.iter().chain([&old.index_buffer]) {
                gl.delete_buffer(*buffer);
            }
        }
        self.room = (bytes.next_power_of_two(), indices.next_power_of_two());
        let (corners, order) =
            (BufferSource::empty::<u8>(self.room.0), BufferSource::empty::<u32>(self.room.1));
        let vertices = gl.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, corners);
        let index_buffer = gl.new_buffer(BufferType::IndexBuffer, BufferUsage::Stream, order);
        self.bindings = Some(Bindings { vertex_buffers: vec![vertices], index_buffer, images: Vec::new() });
    }
}
