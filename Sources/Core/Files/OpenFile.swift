/// An open file.
///
/// One thread writes at a time; reads may run beside it.
public protocol OpenFile: AnyObject, Sendable {
    /// Returns the file's length in bytes.
    ///
    /// - Returns: The length.
    /// - Throws: ``FileError``.
    func size() throws(FileError) -> Int

    /// Reads a range.
    ///
    /// - Parameters:
    ///   - offset: The start of the range.
    ///   - count: The number of bytes.
    /// - Returns: The bytes; fewer where the file ends.
    /// - Throws: ``FileError``.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]

    /// Reads a range into the caller's memory; the default uses ``read(at:count:)``.
    ///
    /// - Parameters:
    ///   - offset: The start of the range.
    ///   - buffer: The memory for the bytes; its length says how many.
    /// - Returns: The number of bytes read; fewer than asked for where the file ends.
    /// - Throws: ``FileError``.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

    /// Tells the system that a range will be read soon, so that it can fetch several at once; the default does nothing.
    ///
    /// It does not wait for the range, and fails at nothing: whoever reads it meets the error.
    ///
    /// - Parameters:
    ///   - offset: The start of the range.
    ///   - count: The number of bytes.
    func prefetch(at offset: Int, count: Int)

    /// Writes a range, all of it. After a failure any part of it may have been written.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - offset: The start of the range.
    /// - Throws: ``FileError``.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError)

    /// Sets the length: cuts the file, or fills it up with zeros.
    ///
    /// - Parameter size: The new length in bytes.
    /// - Throws: ``FileError``.
    func truncate(to size: Int) throws(FileError)

    /// Syncs the file: what was written survives power loss. After a failure it is unknown what does.
    ///
    /// - Throws: ``FileError``.
    func sync() throws(FileError)

    /// Closes the file. Calling it again does nothing.
    func close()
}

extension OpenFile {
    /// Does nothing.
    ///
    /// - Parameters:
    ///   - offset: The start of the range.
    ///   - count: The number of bytes.
    public func prefetch(at offset: Int, count: Int) {}

    /// Reads a range into the caller's memory, through an array.
    ///
    /// - Parameters:
    ///   - offset: The start of the range.
    ///   - buffer: The memory for the bytes; its length says how many.
    /// - Returns: The number of bytes read; fewer than asked for where the file ends.
    /// - Throws: ``FileError``.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        let bytes = try read(at: offset, count: buffer.count)
        buffer.copyBytes(from: bytes)
        return bytes.count
    }
}
