public import Foundation

/// A store of the images that a person saves: a folder, or the photo library of a phone.
///
/// ``FolderPictureGallery`` is the portable one.
///
/// Contract:
/// - A saved image never replaces another.
/// - An image is saved completely or not at all.
/// - Safe from any thread.
public protocol PictureGallery: Sendable {
    /// Saves an image.
    ///
    /// - Parameters:
    ///   - picture: The whole image file.
    ///   - link: The image's link, from which its name may come.
    /// - Returns: The place of the image, for people: a path, or the name of an album.
    /// - Throws: A ``CodedError`` when it cannot be saved.
    func save(_ picture: Data, from link: ResourceLink) async throws -> String
}
