import Foundation
import Testing

@testable import Core

struct FileErrorTests {
    @Test(
        arguments: [
            (ENOSPC, ErrorCode.noSpace), (EDQUOT, .noSpace), (EROFS, .readOnly), (EACCES, .permissionDenied),
            (ENOENT, .fileMissing), (EMFILE, .tooManyOpenFiles), (ENFILE, .tooManyOpenFiles), (EIO, .diskFailure),
        ])
    func whatTheSystemSaysHasACode(number: Int32, code: ErrorCode) {
        #expect(FileError(errno: number, path: "/a", operation: "open").code == code)
    }

    @Test(
        arguments: [
            (EMFILE, "this process"), (ENFILE, "the system"), (EIO, "check it"), (ENOENT, "check the path"),
            (ENOSPC, "free some space"), (ENOTDIR, "another folder"),
        ])
    func itSaysWhatToDo(number: Int32, advice: String) {
        let error = FileError(errno: number, path: "/a", operation: "open")
        #expect(error.description.hasPrefix("Cannot open '/a': "))
        #expect(error.description.contains(advice))
    }
}
