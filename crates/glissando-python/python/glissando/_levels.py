"""Level files that come with the package, for examples and first steps."""

from pathlib import Path


def level(name: str = "courtyard") -> Path:
    """The path of a level in this package: 'courtyard', a yard with stairs, a terrace and a ramp."""
    folder = Path(__file__).parent / "levels"
    path = folder / f"{name}.gltf"
    if not path.is_file():
        known = sorted(file.stem for file in folder.glob("*.gltf"))
        raise ValueError(f"there is no level {name!r} in the package: there are {', '.join(known)}")
    return path
