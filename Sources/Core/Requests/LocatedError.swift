/// An error that knows which file or folder it is about.
public protocol LocatedError: CodedError {
    /// The path of the file or folder.
    var path: String { get }
}

extension DataError {
    /// The file or folder that is in trouble, where the error of the layer below knows it.
    public var path: String? { (underlying as? any LocatedError)?.path }
}
