public import Foundation

/// A file in a ``MultipartForm``.
public struct MultipartFile: Sendable, Hashable {
    /// The name that the server is told: any text, `Фото.jpg` for one.
    public var filename: String
    /// What it is; `application/octet-stream` when nobody knows.
    public var contentType: String
    /// Its bytes.
    public var data: Data

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - filename: The name that the server is told.
    ///   - contentType: What it is, such as `image/jpeg`.
    ///   - data: Its bytes.
    public init(filename: String, contentType: String = "application/octet-stream", data: Data) {
        self.filename = filename
        self.contentType = contentType
        self.data = data
    }
}
