public import Foundation

/// Where a person keeps the pictures that they save: a folder, or the photo library of a phone.
///
/// ``FolderPictureGallery`` is the portable one.
///
/// Contract:
/// - A picture that is saved never takes the place of another.
/// - A picture is saved as a whole or not at all.
/// - Safe from any thread.
public protocol PictureGallery: Sendable {
    /// Saves a picture.
    ///
    /// - Parameters:
    ///   - picture: The whole image file.
    ///   - link: Where it came from; it may give the picture its name.
    /// - Returns: Where the picture is now, for people: a path, or the name of an album.
    /// - Throws: A ``CodedError`` when it cannot be saved.
    func save(_ picture: Data, from link: ResourceLink) async throws -> String
}
