//! Level files to triangles and markers. The only parsers of the project.
