/// A file that is to be uploaded, of which the store has a copy of its own.
///
/// ``UploadProvider`` makes it. It is a description: put it into a ``Draft`` or an intent
/// (``IntentKind/intent(_:lane:about:parts:after:with:uploadedBy:)``), and the copy stays as long as one of them has it.
public struct UploadFile: Identifiable, Hashable, Sendable, Codable {
    /// The id, which is the name of the copy.
    public let id: String
    /// The name that the file had, as it was given.
    public let name: String
    /// The media type, such as `image/jpeg`, as it was given.
    public let type: String
    /// The size in bytes.
    public let byteCount: Int

    /// Describes a copy.
    ///
    /// - Parameters:
    ///   - id: The name of the copy.
    ///   - name: The name that the file had.
    ///   - type: The media type.
    ///   - byteCount: The size in bytes.
    package init(id: String, name: String, type: String, byteCount: Int) {
        self.id = id
        self.name = name
        self.type = type
        self.byteCount = byteCount
    }

    /// Whether the id is a name that the store gives; what an archive brings could name any file.
    var isNamedByStore: Bool { OutboxEntry.ID.isID(id) }
}
