import Foundation

@testable import CommunityServer

extension CommunityFixture {
    /// Writes a picture of its own to a file.
    ///
    /// - Parameter name: The name, which makes what is on the picture.
    /// - Returns: The path.
    /// - Throws: The reason why it cannot be written.
    func picture(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let path = "\(directory)/\(name).jpeg"
        try MosaicPicture(columns: 4, rows: 2, name: name).data.write(to: URL(filePath: path))
        return path
    }
}
