import Core
import Foundation
import Testing

/// Small images as encoders write them (libpng, libjpeg-turbo and libwebp by way of Pillow), with what they are.
struct ImageSample: CustomTestStringConvertible {
    let name: String
    let format: ImageFormat
    let size: PixelSize
    let orientation: Int
    /// How many of the first bytes tell the size.
    let needed: Int
    let base64: String

    var testDescription: String { name }

    var data: Data { Data(base64Encoded: base64) ?? Data() }

    /// The size as stored and as shown is the same, unless the orientation turns it.
    init(_ name: String, _ format: ImageFormat, _ size: PixelSize, needed: Int, orientation: Int = 1, _ base64: String)
    {
        self.name = name
        self.format = format
        self.size = size
        self.needed = needed
        self.orientation = orientation
        self.base64 = base64
    }

    static let all = [
        ImageSample(
            "PNG", .png, PixelSize(width: 5, height: 3), needed: 24,
            "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAIAAADUVFKvAAAAEElEQVR4nGP8z4ACmBjw8wEvkQEFsRIyegAAAABJRU5ErkJggg=="),
        ImageSample(
            "GIF", .gif, PixelSize(width: 300, height: 4), needed: 10,
            "R0lGODdhLAEEAIAAAAAAAAAAACwAAAAALAEEAAAIOgABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsaPHjyBDihxJsqTJkyhT"
                + "qlzJsqXLlzAxBgQAOw=="),
        ImageSample(
            "JPEG", .jpeg, PixelSize(width: 11, height: 6), needed: 98,
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////"
                + "////////////////wAALCAAGAAsBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEA"
                + "AD8AD//Z"),
        ImageSample(
            "progressive JPEG", .jpeg, PixelSize(width: 13, height: 9), needed: 98,
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////"
                + "////////////////wgALCAAJAA0BAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAAAEP/8QAFBABAAAAAAAAAAAAAAAA"
                + "AAAAIP/aAAgBAQABBQIf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQAGPwIf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgB"
                + "AQABPyEf/9oACAEBAAAAEA//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/EB//2Q=="),
        ImageSample(
            "JPEG turned by Exif", .jpeg, PixelSize(width: 21, height: 8), needed: 134, orientation: 6,
            "/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiC"
                + "eG5uePWvuZHI////////////////////////////////////////////////////wAALCAAIABUBAREA/8QAFAABAAAAAAAAAAAA"
                + "AAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AA//Z"),
        ImageSample(
            "WebP", .webp, PixelSize(width: 12, height: 8), needed: 30,
            "UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoMAAgACQCsJaACdAFAAAD+4cN4Nkim5H/wQX9Dn9beIAAA"),
        ImageSample(
            "lossless WebP", .webp, PixelSize(width: 10, height: 9), needed: 25,
            "UklGRhwAAABXRUJQVlA4TA8AAAAvCQACAAcQ/Y/+ByKi/wEA"),
        ImageSample(
            "WebP with alpha", .webp, PixelSize(width: 15, height: 4), needed: 30,
            "UklGRlgAAABXRUJQVlA4WAoAAAAQAAAADgAAAwAAQUxQSAoAAAABB1DAiAhERP8DVlA4ICgAAABwAQCdASoPAAQACQCsJaACdAFAAAD+"
                + "4cN4Nkim5H/wQX9Dn9beIAAA"),
        ImageSample(
            "animated WebP", .webp, PixelSize(width: 6, height: 2), needed: 30,
            "UklGRsQAAABXRUJQVlA4WAoAAAACAAAABQAAAQAAQU5JTQYAAAAAAAAAAABBTk1GSgAAAAAAAAAAAAUAAAEAAGQAAAJWUDggMgAAADAB"
                + "AJ0BKgYAAgABQCYloAADcAD+8ut///mwP/bz/wR6Af//0uD//pcH//S4P/SkAAAAQU5NRkYAAAAAAAAAAAAFAAABAABkAAAAVlA4"
                + "IC4AAAA0AQCdASoGAAIAAAAmJaAAA3AA/vtV4///S4P/+lwf/9Lg/9Lg//rV5Vesq6AA"),
    ]
}
