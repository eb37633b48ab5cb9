/// A file that is open.
///
/// One thread writes at a time; reads may run beside it.
public protocol OpenFile: AnyObject, Sendable {
    /// Its length in bytes.
    ///
    /// - Returns: The length.
    /// - Throws: ``FileError``.
    func size() throws(FileError) -> Int

    /// Reads a range.
    ///
    /// - Parameters:
    ///   - offset: Where the range begins.
    ///   - count: How many bytes.
    /// - Returns: The bytes; fewer where the file ends.
    /// - Throws: ``FileError``.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]

    /// Reads a range into memory that the caller has; the default goes through ``read(at:count:)``.
    ///
    /// - Parameters:
    ///   - offset: Where the range begins.
    ///   - buffer: Where the bytes go; its length says how many.
    /// - Returns: How many bytes were read; fewer than asked for where the file ends.
    /// - Throws: ``FileError``.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

    /// Writes a range, all of it. After a failure any part of it may have been written.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - offset: Where the range begins.
    /// - Throws: ``FileError``.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError)

    /// Cuts the file, or fills it up with zeros.
    ///
    /// - Parameter size: The new length in bytes.
    /// - Throws: ``FileError``.
    func truncate(to size: Int) throws(FileError)

    /// Makes what was written survive power loss. After a failure nobody knows what did.
    ///
    /// - Throws: ``FileError``.
    func sync() throws(FileError)

    /// Gives the file back. Calling it again does nothing.
    func close()
}

extension OpenFile {
    /// Reads a range into memory that the caller has, by way of an array.
    ///
    /// - Parameters:
    ///   - offset: Where the range begins.
    ///   - buffer: Where the bytes go; its length says how many.
    /// - Returns: How many bytes were read; fewer than asked for where the file ends.
    /// - Throws: ``FileError``.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        let bytes = try read(at: offset, count: buffer.count)
        buffer.copyBytes(from: bytes)
        return bytes.count
    }
}
